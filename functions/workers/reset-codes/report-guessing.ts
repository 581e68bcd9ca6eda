import type { resetCodesQueue } from '#shared/accounts/queues.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { takeMail } from '#shared/mail/can-send-mail.ts';
import { guessingMail } from '#shared/mail/guessing-mail.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { Deps } from './needs.ts';

const mailsADay: RateLimit = { name: 'guessing_mails', limit: 1, windowSeconds: daysInSeconds(1) };

/** An address gets at most one mail a day; a repeated message counts once. */
export async function reportGuessing(
  { email, request_id }: Pick<MessageOf<typeof resetCodesQueue>, 'email' | 'request_id'>,
  deps: Deps,
): Promise<void> {
  const user = await deps.users.byEmail(email);
  if (!user) return;
  const { isAllowed } = await deps.limits.take(mailsADay, String(user.id), request_id);
  if (!isAllowed || (await takeMail('guessing', user, request_id, deps))) return;
  try {
    await deps.mailer.send(guessingMail(email));
  } catch (error) {
    throw new Error(`The mail was not sent: ${(error as Error).name}.`);
  }
}
