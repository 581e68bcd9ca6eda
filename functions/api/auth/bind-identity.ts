import { randomUUID } from 'node:crypto';
import { keyRevocation } from '#shared/accounts/key-revocation.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration-effects.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import { type Caller, type SessionStart, startSession } from '#shared/accounts/start-session.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import type { Deps } from './deps.ts';
import type { ProvenPerson } from './identity-request.ts';

/**
 * Binds somebody's identity to the account with their e-mail, which has no second factor, starts a session and uses up the
 * token with it: account and session, or `null` when the account has changed meanwhile. Where nobody had verified the e-mail, the account may be another's making: its password, its
 * sessions and its API keys end. The owner is notified by mail in either case.
 */
export async function bindIdentity(
  user: User,
  { identity, use }: ProvenPerson,
  caller: Caller,
  deps: Pick<Deps, 'now' | 'users' | 'usedTokens' | 'audit' | 'networkId'>,
): Promise<{ user: User; session: SessionStart } | null> {
  const { now, users, usedTokens, audit } = deps;
  const at = now();
  const ended = sessionsEnded(user, at);
  // Sign-ins before the address was verified may be another person's.
  const takeover = user.emailVerified ? {} : { passwordHash: null, ...ended, knownNetworks: {} };
  const session = await startSession({ ...user, ...takeover }, caller, deps);
  const changes = { ...takeover, ...session.changes };
  const isPasswordRemoved = !user.emailVerified && user.passwordHash !== null;
  const effects = [
    noticeTo(user, isPasswordRemoved ? 'password_removed' : 'identity_linked', at),
    ...(user.emailVerified ? [] : [...welcomeOnceVerified(user), keyRevocation(user.id, ended)]),
  ];
  const parts = [
    ...users.bindParts(user, identity, { changes, effects, ended: session.ended }),
    usedTokens.usePart(use),
    ...audit.parts({
      actor: { kind: 'user', id: String(user.id) },
      action: 'link_identity',
      userId: user.id,
      details: { issuer: identity.issuer, email_was_verified: user.emailVerified },
    }),
  ];
  return (await users.transactOrConflict(parts))
    ? { user: { ...user, ...changes, identity, emailVerified: true }, session }
    : null;
}

const noticeTo = (
  { id }: User,
  template: 'password_removed' | 'identity_linked',
  at: number,
): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `${template}#${id}#${randomUUID()}`,
  to_user: id,
  template,
  data: { at: mailTime(new Date(at).toISOString()) },
});
