import { accountRecovery } from '#shared/accounts/deletion/account-recovery.ts';
import { users } from '#shared/accounts/needs.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration/registration-effects.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import type { Part } from '#shared/store/table.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const newPasswordPartNeeds = { operatorDomain, users };
type Deps = DepsOf<typeof newPasswordPartNeeds>;

type Reset = { user: User; passwordHash: string; resetId: string };

export async function newPasswordPart(
  { user, passwordHash, resetId }: Reset,
  { users, now, operatorDomain }: Pick<Deps, 'users' | 'now' | 'operatorDomain'>,
): Promise<Part> {
  const at = now();
  const notice: EffectOf<'mail'> = {
    kind: 'mail',
    id: `password_changed#${resetId}`,
    to_user: user.id,
    template: 'password_changed',
    data: { at: mailTime(new Date(at).toISOString()) },
  };
  const recovery = user.emailVerified ? null : accountRecovery(user, 'reset', at);
  return users.changePart(
    user.id,
    // The reset code proves access to the address, so the e-mail becomes verified.
    { ...sessionsEnded(user, at), ...recovery?.changes, passwordHash, emailVerified: true },
    {
      effects: [
        ...(recovery
          ? [recovery.effect, ...welcomeOnceVerified(user)]
          : // The e-mail of a phone account is generated and has no mailbox.
            phoneOfEmail(user.email, operatorDomain)
            ? []
            : [notice]),
        await activity(recovery ? 'account_recovered' : 'password_reset', ownAccountOf(user.id), {
          by: 'reset',
        }),
      ],
      condition:
        '(#isActive = :active OR attribute_type(#deletion, :map)) AND #email = :email AND #emailVerified = :verifiedWas AND #tokensValidAfter = :validWas',
      names: { '#isActive': 'isActive', '#email': 'email', '#deletion': 'deletion' },
      values: {
        ':active': true,
        ':map': 'M',
        ':email': user.email,
        ':verifiedWas': user.emailVerified,
        ':validWas': user.tokensValidAfter,
      },
    },
  );
}
