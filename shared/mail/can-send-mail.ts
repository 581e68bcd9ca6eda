import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { MailPreferences } from '#shared/mail/store/mail-preferences.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';
import type { MailKind } from './mailer.ts';

export type CanSendMailDeps = {
  suppressions: Pick<Suppressions, 'has'>;
  mailPreferences: Pick<MailPreferences, 'isSubscribed'>;
};

/** Whether a mail of a kind may go to a user now; to an address that was never verified, none may. Up to two reads. */
export async function canSendMail(
  user: Pick<User, 'id' | 'email' | 'emailVerified' | 'phone' | 'isActive'>,
  kind: MailKind,
  { suppressions, mailPreferences }: CanSendMailDeps,
): Promise<boolean> {
  if (!user.isActive || !user.emailVerified || !hasMailbox(user)) return false;
  if (await suppressions.has(user.email)) return false;
  return kind === 'transactional' || (await mailPreferences.isSubscribed(user.id));
}
