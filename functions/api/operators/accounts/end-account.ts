import { accountSuspension } from '#shared/accounts/account-suspension.ts';
import { users } from '#shared/accounts/needs.ts';
import { invalidatedEmail, isInvalidatedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { anonymousSessions } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { invalidations } from '#shared/accounts/sign-in/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { billingRecords } from '#shared/billing/needs.ts';
import { isLive } from '#shared/billing/rules/billing.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const endAccountNeeds = { audit, billingRecords, invalidations, users };
type Deps = DepsOf<typeof endAccountNeeds>;

type EndDeps = Pick<Deps, 'now' | 'users' | 'audit' | 'billingRecords' | 'invalidations'>;

/**
 * Parallel requests return the same record. Throws `billing_subscription_live`, without any change, for an
 * account with a subscription.
 */
export async function endAccount(
  initialUser: User,
  { by, reason }: { by: AuditActor; reason?: string | null | undefined },
  deps: EndDeps,
): Promise<{ user: User; isRepeat: boolean }> {
  const { now, users, audit, billingRecords, invalidations } = deps;
  return await retryOnConflict('rare', async (tries) => {
    const user = tries === 1 ? initialUser : await users.byId(initialUser.id);
    if (!user) throw fail(serviceErrors.unavailable);
    if (!user.isActive && isInvalidatedEmail(user.email)) return { user, isRepeat: true };
    const { id, email: original } = user;
    const [billing, newest] = await Promise.all([billingRecords.account(ownAccountOf(id)), invalidations.newest(original)]);
    if (billing.subscriptions.some(isLive)) throw fail(billingErrors.billing_subscription_live);
    const number = await freeNumber(original, (newest?.number ?? 0) + 1, deps);
    const email = invalidatedEmail(original, number);
    const at = new Date(now()).toISOString();
    const changes = { isActive: false, invalidation: { at, email: original, identity: user.identity } };
    const effects = [accountSuspension(id, `invalidated#${at}`), await activity('account_invalidated', ownAccountOf(id))];
    const isEnded = await users.transactOrConflict([
      ...users.releaseParts(user, email, {
        changes,
        effects,
        sessions: anonymousSessions(user, now()),
      }),
      invalidations.nextPart(original, newest, { userId: id, number }),
      // A subscription that starts in parallel must not lose its account.
      billingRecords.unchangedPart(ownAccountOf(id), billing),
      ...audit.parts({
        actor: by,
        action: 'invalidate_account',
        userId: ownAccountOf(id),
        details: reasonDetails(reason),
      }),
    ]);
    return isEnded ? { user: { ...user, ...changes, email, identity: null }, isRepeat: false } : conflict;
  });
}

/** The invalidated form of an e-mail that begins with digits may already use this number. */
async function freeNumber(email: string, from: number, { users }: EndDeps): Promise<number> {
  let number = from;
  while (await users.isTaken(invalidatedEmail(email, number))) number++;
  return number;
}
