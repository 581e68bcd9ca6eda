import { keyRevocation } from '#shared/accounts/key-revocation.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration-effects.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { Part } from '#shared/store/table.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import type { Deps } from './deps.ts';

/** `resetId` identifies the reset permanently; `tokenIssuedAt` is in epoch milliseconds. */
type Reset = { user: User; passwordHash: string; resetId: string; tokenIssuedAt: number };

/**
 * The step of a transaction that gives an account a new password, ends its sessions and tells its mailbox. An account
 * whose e-mail had never been verified loses its API keys too. It fails when the account was ended, given another e-mail, or had its sessions ended after the reset token was issued.
 */
export function newPasswordPart(
  { user, passwordHash, resetId, tokenIssuedAt }: Reset,
  { users, now, operatorDomain }: Pick<Deps, 'users' | 'now' | 'operatorDomain'>,
): Part {
  const at = now();
  const notice: EffectOf<'mail'> = {
    kind: 'mail',
    id: `password_changed#${resetId}`,
    to_user: user.id,
    template: 'password_changed',
    data: { at: mailTime(new Date(at).toISOString()), ...(!user.emailVerified && { keys_revoked: 'yes' }) },
  };
  const ended = sessionsEnded(user, at);
  return users.changePart(
    user.id,
    // The code proves access to the address.
    {
      passwordHash,
      ...ended,
      emailVerified: true,
      // Sign-ins before the address was verified may be another person's.
      ...(!user.emailVerified && { knownNetworks: {} }),
    },
    {
      effects: [
        // Behind a generated e-mail there is no mailbox.
        ...(phoneOfEmail(user.email, operatorDomain)
          ? []
          : [notice, ...(user.emailVerified ? [] : welcomeOnceVerified(user))]),
        // Somebody else may have made the account with this address.
        ...(user.emailVerified ? [] : [keyRevocation(user.id, ended)]),
      ],
      condition:
        '#isActive = :active AND #email = :email AND #emailVerified = :verifiedWas AND #tokensValidAfter < :tokenIssuedAt',
      names: { '#isActive': 'isActive', '#email': 'email' },
      values: {
        ':active': true,
        ':email': user.email,
        ':verifiedWas': user.emailVerified,
        ':tokenIssuedAt': tokenIssuedAt,
      },
    },
  );
}
