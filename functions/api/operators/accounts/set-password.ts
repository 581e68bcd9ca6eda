import { randomUUID } from 'node:crypto';
import { users } from '#shared/accounts/needs.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { clearFailuresParts } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { limits } from '#shared/limits/needs.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const setPasswordNeeds = { audit, limits, users };
type Deps = DepsOf<typeof setPasswordNeeds>;

export async function setPassword(
  initialUser: User,
  password: string,
  { by, reason }: { by: AuditActor; reason?: string | null | undefined },
  { now, users, audit, limits }: Pick<Deps, 'now' | 'users' | 'audit' | 'limits'>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await retryOnConflict('rare', async (tries) => {
    const user = tries === 1 ? initialUser : await users.byId(initialUser.id);
    if (!user) throw fail('unavailable');
    const at = now();
    const isSet = await users.transactOrConflict([
      users.changePart(
        user.id,
        { passwordHash, ...sessionsEnded(user, at) },
        {
          effects: [noticeTo(user, at), await activity('password_changed', ownAccountOf(user.id))],
          // Without this condition, a sign-in between two parallel requests would survive.
          condition: 'tokensValidAfter = :valid_was',
          values: { ':valid_was': user.tokensValidAfter },
        },
      ),
      ...audit.parts({
        actor: by,
        action: 'change_user_password',
        userId: ownAccountOf(user.id),
        details: reasonDetails(reason),
      }),
      ...clearFailuresParts(loginLimit, user, { limits }),
    ]);
    return isSet ? null : conflict;
  });
}

const noticeTo = ({ id }: User, at: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `password_changed#${randomUUID()}`,
  to_user: id,
  template: 'password_changed_by_support',
  data: { at: mailTime(new Date(at).toISOString()) },
});
