import type { Flag } from '#shared/accounts/registration/rules/waitlist.ts';
import type { Waitlist } from '#shared/accounts/registration/store/waitlist.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { UserId } from '#shared/values/tenant.ts';

/** The same text flags an account only once, so an operator's clearance remains. */
export async function flagAccount(
  userId: UserId,
  flag: Flag,
  {
    users,
    waitlist,
  }: {
    users: Pick<Users, 'transactOrConflict' | 'changePart' | 'byId'>;
    waitlist: Pick<Waitlist, 'flagParts'>;
  },
): Promise<boolean> {
  const isMoved = await users.transactOrConflict([
    ...waitlist.flagParts(userId, flag),
    users.changePart(
      userId,
      { onWaitlist: true },
      {
        effects: [flagNotice(userId, flag)],
        condition: '#isActive = :active',
        names: { '#isActive': 'isActive' },
        values: { ':active': true },
      },
    ),
  ]);
  return isMoved || (await users.byId(userId))?.onWaitlist === true;
}

export const flagNotice = (userId: UserId, { textDigest, categories }: Flag): EffectOf<'notice'> => ({
  kind: 'notice',
  id: `waitlist#${userId}#${textDigest.slice(0, 32)}`,
  text: `Account ${userId} was moved to the waitlist: its company description was flagged (${categories.join(', ').slice(0, 500)}). Review it: GET /api/v1/dev/waitlist.`,
});
