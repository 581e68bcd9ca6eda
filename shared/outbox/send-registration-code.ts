import type { Codes } from '#shared/accounts/codes/store/codes.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import type { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { log } from '#shared/log.ts';
import { bulkHeldMs, bulkPaceName } from '#shared/mail/bulk-pace.ts';
import { type CanSendMailDeps, takeMail } from '#shared/mail/can-send-mail.ts';
import { codeMail } from '#shared/mail/code-mail.ts';
import { type Mailer, MailThrottled } from '#shared/mail/mailer.ts';
import { directRules } from '#shared/mail/mails.ts';
import type { MailLog, MailOutcome } from '#shared/mail/store/mail-log.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { Afterwards } from './with-receipt.ts';

type RegistrationCodeDeps = CanSendMailDeps & {
  users: Pick<Users, 'byId'>;
  codes: Codes;
  mailer: Mailer;
  throttle: Pick<ReturnType<typeof distributedThrottle>, 'hold'>;
  mailLog: Pick<MailLog, 'note'>;
};

export async function sendRegistrationCode(
  { id, user_id }: EffectOf<'registration_code'>,
  deps: RegistrationCodeDeps,
): Promise<Afterwards> {
  const user = await deps.users.byId(user_id);
  if (!user || user.emailVerified) return undefined;
  const note = (outcome: MailOutcome) => deps.mailLog.note(user_id, { id, template: 'verification_code', outcome });
  const refusal = await takeMail(directRules.code_registration, user, id, deps);
  if (refusal) return () => note(refusal);
  const issued = await deps.codes.issue('registration', user.email, { requestId: id });
  if ('why' in issued) {
    log.info('no code for a new account', { effect: id, why: issued.why });
    return undefined;
  }
  const { code, generation } = issued;
  try {
    await deps.mailer.send(codeMail(user.email, 'registration', code));
  } catch (error) {
    await deps.codes.withdraw('registration', user.email, generation);
    if (error instanceof MailThrottled) await deps.throttle.hold(bulkPaceName, bulkHeldMs);
    throw error;
  }
  await deps.codes.markSent('registration', user.email, generation);
  return () => note('sent');
}
