import { accountSuspension } from '#shared/accounts/account-suspension.ts';
import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { users } from '#shared/accounts/needs.ts';
import { emailsBeforeInvalidation, isInvalidatedEmail } from '#shared/accounts/rules/reserved-email.ts';
import type { Identity, User } from '#shared/accounts/rules/users.ts';
import { invalidations } from '#shared/accounts/sign-in/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const undoInvalidationNeeds = { accountDeletions, audit, invalidations, users };
type Deps = DepsOf<typeof undoInvalidationNeeds>;

type UndoDeps = Pick<Deps, 'now' | 'users' | 'audit' | 'invalidations' | 'accountDeletions'>;
type Undone = { user: User; isRepeat: boolean; isIdentityRestored: boolean | null };

/**
 * A single write restores the account with its keys and webhook endpoints, even if requests race. Throws
 * `email_taken` without any change.
 */
export async function undoInvalidation(
  initialUser: User,
  { newEmail, by, reason }: { newEmail: string | null; by: AuditActor; reason?: string | null | undefined },
  deps: UndoDeps,
): Promise<Undone> {
  const { now, users, audit, accountDeletions } = deps;
  return await retryOnConflict('rare', async (tries) => {
    const user = tries === 1 ? initialUser : await users.byId(initialUser.id);
    if (!user || (tries > 1 && user.erasedAt)) throw fail(serviceErrors.not_found);
    if (!isInvalidatedEmail(user.email)) return { user, isRepeat: true, isIdentityRestored: null };
    const { id, deletion = null, invalidation = null } = user;
    const email = newEmail ?? invalidation?.email ?? (await earlierEmail(user, deps));
    if (await users.isTaken(email)) throw fail(accountErrors.email_taken);
    const identity = await freeIdentity(invalidation?.identity ?? null, deps);
    const isIdentityRestored = invalidation?.identity ? identity !== null : null;
    const at = new Date(now()).toISOString();
    const changes = { isActive: deletion === null, invalidation: null };
    const notice: EffectOf<'mail'> = {
      kind: 'mail',
      id: `account_reactivated#${id}#${at}`,
      to_user: id,
      template: 'account_reactivated',
      data: { at: mailTime(at), ...(isIdentityRestored === false && { identity: 'taken' }) },
    };
    const isUndone = await users.transactOrConflict([
      ...users.reclaimParts(
        user,
        { email, identity },
        {
          changes,
          effects: [
            accountSuspension(id, `reactivated#${at}`),
            ...(changes.isActive ? [notice] : []),
            await activity('account_reactivated', ownAccountOf(id)),
          ],
        },
      ),
      // An account whose erasure has started cannot be restored.
      ...(deletion ? [accountDeletions.pendingPart(id)] : []),
      ...audit.parts({
        actor: by,
        action: 'reactivate_account',
        userId: ownAccountOf(id),
        details: {
          is_new_email: newEmail !== null,
          identity_restored: isIdentityRestored,
          ...reasonDetails(reason),
        },
      }),
    ]);
    return isUndone ? { user: { ...user, ...changes, email, identity }, isRepeat: false, isIdentityRestored } : conflict;
  });
}

async function freeIdentity(identity: Identity | null, { users }: UndoDeps): Promise<Identity | null> {
  return identity && !(await users.byIdentity(identity)) ? identity : null;
}

/** An earlier version invalidated accounts without storing their address, so the address is derived. */
async function earlierEmail({ id, email }: User, { invalidations }: UndoDeps): Promise<string> {
  const candidates = emailsBeforeInvalidation(email);
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  for (const candidate of candidates) if ((await invalidations.newest(candidate))?.userId === id) return candidate;
  throw invalid({
    type: 'value_error',
    loc: ['body', 'new_email'],
    msg: 'The earlier address is not stored; send one',
  });
}
