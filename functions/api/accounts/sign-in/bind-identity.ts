import { randomUUID } from 'node:crypto';
import { accountRecovery } from '#shared/accounts/deletion/account-recovery.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration/registration-effects.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { usedTokens } from '#shared/accounts/sign-in/needs.ts';
import { type Caller, type SessionStart, signIn } from '#shared/accounts/sign-in/start-session.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { audit } from '#shared/operators/needs.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { ProvenPerson } from './identity-request.ts';

export const bindIdentityNeeds = { audit, ipNetworkId, usedTokens, users };
type Deps = DepsOf<typeof bindIdentityNeeds>;

/**
 * Returns `null` after a parallel change. An account with an unverified e-mail may have another person's
 * password and keys, so its recovery replaces them. An account with a verified e-mail must have no second
 * factor.
 */
export async function bindIdentity(
  user: User,
  { identity, use }: ProvenPerson,
  caller: Caller,
  deps: Pick<Deps, 'now' | 'users' | 'usedTokens' | 'audit' | 'ipNetworkId'>,
): Promise<{ user: User; session: SessionStart } | null> {
  const { now, users, usedTokens, audit } = deps;
  const at = now();
  const recovery = user.emailVerified ? null : accountRecovery(user, 'identity', at);
  const takeover = recovery ? { ...recovery.changes, passwordHash: null } : {};
  const session = await signIn({ ...user, ...takeover }, caller, 'identity', deps);
  const changes = { ...takeover, ...session.changes };
  const effects = [
    ...(recovery ? [recovery.effect, ...welcomeOnceVerified(user)] : [identityLinked(user, at)]),
    await activity(recovery ? 'account_recovered' : 'identity_linked', ownAccountOf(user.id), {
      by: 'identity',
    }),
    ...session.effects,
  ];
  const parts = [
    ...users.bindParts(user, identity, { changes, effects, ended: session.ended }),
    usedTokens.usePart(use),
    ...audit.parts({
      actor: { kind: 'user', id: String(user.id) },
      action: 'link_identity',
      userId: ownAccountOf(user.id),
      details: { issuer: identity.issuer, email_was_verified: user.emailVerified },
    }),
  ];
  return (await users.transactOrConflict(parts)) ? { user: { ...user, ...changes, identity, emailVerified: true }, session } : null;
}

const identityLinked = ({ id }: User, at: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `identity_linked#${id}#${randomUUID()}`,
  to_user: id,
  template: 'identity_linked',
  data: { at: mailTime(new Date(at).toISOString()) },
});
