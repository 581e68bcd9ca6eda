import type { Users } from '#shared/accounts/store/users.ts';
import { type CanSendMailDeps, takeMail } from '#shared/mail/can-send-mail.ts';
import type { MailLinks } from '#shared/mail/mail-links.ts';
import { mailOf } from '#shared/mail/mail-of.ts';
import { type Mailer, MailThrottled } from '#shared/mail/mailer.ts';
import type { MailLog, MailOutcome } from '#shared/mail/store/mail-log.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { mailRules, mailWords } from '#shared/registry/mails.ts';
import type { Afterwards } from './with-receipt.ts';

export type SendMailDeps = CanSendMailDeps & {
  users: Pick<Users, 'byId'>;
  mailLinks: MailLinks;
  mailer: Mailer;
  mailLog: Pick<MailLog, 'note'>;
  supportEmail: string;
};

export async function sendMail(effect: EffectOf<'mail'>, deps: SendMailDeps): Promise<Afterwards> {
  const account = await deps.users.byId(effect.to_user);
  const user = account && {
    ...account,
    email: effect.to_email ?? account.email,
    emailVerified: effect.to_verified ?? account.emailVerified,
  };
  if (!user) return undefined;
  const rule = mailRules[effect.template];
  const receiver = rule.toDeleted && user.deletion ? { ...user, isActive: true } : user;
  const why = await takeMail(rule, receiver, effect.id, deps);
  const note = (outcome: MailOutcome) => deps.mailLog.note(user.id, { id: effect.id, template: effect.template, outcome });
  if (why) return () => note(why);
  const mail = await mailOf(effect, mailWords[effect.template], user, deps.mailLinks, deps.supportEmail);
  await deps.mailer.send(mail).catch(async (error: unknown) => {
    // A throttled mail has not failed and is sent later.
    if (!(error instanceof MailThrottled)) await note('failed');
    throw error;
  });
  return () => note('sent');
}
