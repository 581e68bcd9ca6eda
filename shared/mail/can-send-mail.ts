import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { MailPreferences } from '#shared/mail/store/mail-preferences.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';
import type { MailKind } from './mailer.ts';

export type CanSendMailDeps = {
  suppressions: Pick<Suppressions, 'has'>;
  mailPreferences: Pick<MailPreferences, 'isSubscribed'>;
};

/** Why no mail of a kind may go to a user now, if none may; to an address that was never verified, none may. Up to two reads. */
export async function whyNoMail(
  user: Pick<User, 'id' | 'email' | 'emailVerified' | 'phone' | 'isActive'>,
  kind: MailKind,
  { suppressions, mailPreferences }: CanSendMailDeps,
): Promise<'inactive' | 'not_verified' | 'no_mailbox' | 'suppressed' | 'unsubscribed' | null> {
  if (!user.isActive) return 'inactive';
  if (!user.emailVerified) return 'not_verified';
  if (!hasMailbox(user)) return 'no_mailbox';
  if (await suppressions.has(user.email)) return 'suppressed';
  return kind === 'transactional' || (await mailPreferences.isSubscribed(user.id)) ? null : 'unsubscribed';
}
