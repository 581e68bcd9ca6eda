import type { MailPreferences } from '#shared/data/mail-preferences.ts';
import type { Suppressions } from '#shared/data/suppressions.ts';
import { hasMailbox } from '#shared/domain/phone-accounts.ts';
import type { User } from '#shared/domain/users.ts';
import type { MailKind } from '#shared/ports/mailer.ts';

export type MayMailDeps = {
  suppressions: Pick<Suppressions, 'has'>;
  mailPreferences: Pick<MailPreferences, 'isSubscribed'>;
};

/** Whether a mail of a kind may go to a user now; to an address that was never verified, none may. Up to two reads. */
export async function mayMail(
  user: Pick<User, 'id' | 'email' | 'emailVerified' | 'phone' | 'isActive'>,
  kind: MailKind,
  { suppressions, mailPreferences }: MayMailDeps,
): Promise<boolean> {
  if (!user.isActive || !user.emailVerified || !hasMailbox(user)) return false;
  if (await suppressions.has(user.email)) return false;
  return kind === 'transactional' || (await mailPreferences.isSubscribed(user.id));
}
