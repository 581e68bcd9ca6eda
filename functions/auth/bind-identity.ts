import { randomUUID } from 'node:crypto';
import { welcomeOnceVerified } from '#shared/accounts/registration-effects.ts';
import type { AccountDeps } from '#shared/deps.ts';
import type { EffectOf } from '#shared/domain/effects.ts';
import { withNetwork } from '#shared/domain/known-networks.ts';
import { sessionsEnded, type User } from '#shared/domain/users.ts';
import { mailTime } from '#shared/mails/mail-time.ts';
import type { ProvenPerson } from './identity-request.ts';

/**
 * Binds somebody's identity to the account with their e-mail, and uses up the token with it: the account, or `null` when
 * it has changed meanwhile. Where nobody had verified the e-mail, the account may be another's making: its password and
 * its sessions end.
 */
export async function bindIdentity(
  user: User,
  { identity, use }: ProvenPerson,
  network: string,
  { now, users, usedTokens }: Pick<AccountDeps, 'now' | 'users' | 'usedTokens'>,
): Promise<User | null> {
  const at = now();
  // Sign-ins before the address was verified may be another person's.
  const known = user.emailVerified ? user.knownNetworks : {};
  const changes = {
    knownNetworks: withNetwork(known, network, at) ?? known ?? {},
    ...(!user.emailVerified && { passwordHash: null, ...sessionsEnded(user, at) }),
  };
  const effects = user.emailVerified
    ? []
    : [...welcomeOnceVerified(user), ...(user.passwordHash === null ? [] : [passwordRemoved(user, at)])];
  const parts = [...users.bindParts(user, identity, { changes, effects }), usedTokens.usePart(use)];
  return (await users.together(parts)) ? { ...user, ...changes, identity, emailVerified: true } : null;
}

const passwordRemoved = ({ id }: User, at: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `password_removed#${id}#${randomUUID()}`,
  to_user: id,
  template: 'password_removed',
  data: { at: mailTime(new Date(at).toISOString()) },
});
