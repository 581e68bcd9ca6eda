import type { Waitlist } from '#shared/accounts/registration/store/waitlist.ts';
import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { newAccount, type User } from '#shared/accounts/rules/users.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { Part } from '#shared/store/table.ts';
import { newNumericId } from '#shared/values/ids.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { flagNotice } from './flag-account.ts';
import { registrationEffects } from './registration-effects.ts';

export type AccountGiven = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'createdAt' | 'onWaitlist'>>;
export type AccountMade = { outcome: 'created'; user: User } | { outcome: 'email_taken' | 'identity_taken' | 'refused' };

export async function createAccount(
  accountFields: AccountGiven,
  { sourceIp, also = [] }: { sourceIp: string; also?: readonly Part[] },
  { now, users, waitlist }: { now(): number; users: Users; waitlist: Waitlist },
): Promise<AccountMade> {
  const at = now();
  const createdAt = new Date(at).toISOString();
  const ipNetwork = ipNetworkOf(sourceIp);
  let flag = await waitlist.addressFlag(accountFields.email, ipNetwork);
  return await retryOnConflict('rare', async () => {
    const user = newAccount({ ...accountFields, id: newNumericId(at), createdAt, onWaitlist: flag !== null });
    const outcome = await users.create(user, {
      effects: [
        ...registrationEffects(user),
        ...(flag ? [flagNotice(user.id, flag)] : []),
        await activity('account_created', ownAccountOf(user.id)),
      ],
      also: [
        ...also,
        waitlist.registrationNetworkPart(user.id, ipNetwork),
        ...(flag ? waitlist.flagParts(user.id, flag) : [waitlist.noAddressFlagPart(accountFields.email, ipNetwork)]),
      ],
    });
    if (outcome === 'created') return { outcome, user };
    if (outcome === 'refused' && !flag) {
      flag = await waitlist.addressFlag(accountFields.email, ipNetwork);
      if (flag) return conflict;
    }
    return outcome === 'id_taken' ? conflict : { outcome };
  });
}
