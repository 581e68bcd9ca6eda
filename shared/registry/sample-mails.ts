import { codeMail, type MailedPurpose } from '#shared/mail/code-mail.ts';
import { emailTakenMail } from '#shared/mail/email-taken-mail.ts';
import { guessingMail } from '#shared/mail/guessing-mail.ts';
import { invitationMail } from '#shared/mail/invitation-mail.ts';
import type { MailLinks } from '#shared/mail/mail-links.ts';
import { mailOf } from '#shared/mail/mail-of.ts';
import type { Mail } from '#shared/mail/mailer.ts';
import { mailSamples, mailTemplates, mailWords } from './mails.ts';

const ada = { id: 1, email: 'ada@northwind.example', emailVerified: true, fullName: 'Ada Example' };
const purposes: readonly MailedPurpose[] = ['registration', 'reset', 'salesdeck', 'email_change'];

export async function sampleMails(
  links: Pick<MailLinks, 'clickUrl' | 'unsubscribeUrl' | 'reportUrl' | 'invitationUrl' | 'exportUrl'>,
  supportEmail = '',
): Promise<Map<string, Mail>> {
  const mails = new Map<string, Mail>();
  for (const purpose of purposes) mails.set(`code_${purpose}`, codeMail(ada.email, purpose, '483920'));
  mails.set(
    'team_invitation',
    invitationMail({
      to: 'grace@northwind.example',
      holder: ada,
      link: await links.invitationUrl({ digest: '0', id: 'inv_1' }),
      expiresAt: '2026-11-28T09:30:00.000Z',
    }),
  );
  mails.set('guessing', guessingMail(ada.email));
  mails.set('email_change_taken', emailTakenMail(ada.email));
  for (const template of mailTemplates) {
    const effect = { kind: 'mail', id: `${template}#1`, to_user: ada.id, template, data: mailSamples()[template] } as const;
    mails.set(template, await mailOf(effect, mailWords[template], ada, links, supportEmail));
  }
  return mails;
}
