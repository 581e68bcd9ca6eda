import type { resetCodesQueue } from '#shared/accounts/queues.ts';
import { guessingMailsLimit } from '#shared/accounts/rules/limits.ts';
import { takeMail } from '#shared/mail/can-send-mail.ts';
import { guessingMail } from '#shared/mail/guessing-mail.ts';
import { directRules } from '#shared/mail/mails.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Deps } from './needs.ts';

/** An address gets at most one mail a day; a repeated message counts once. */
export async function reportGuessing(
  { email, request_id }: Pick<MessageOf<typeof resetCodesQueue>, 'email' | 'request_id'>,
  deps: Deps,
): Promise<void> {
  const user = await deps.users.byEmail(email);
  if (!user) return;
  const { isAllowed } = await deps.limits.take(guessingMailsLimit, String(user.id), request_id);
  if (!isAllowed || (await takeMail(directRules.guessing, user, request_id, deps))) return;
  try {
    await deps.mailer.send(guessingMail(email));
  } catch (error) {
    throw new Error(`The mail was not sent: ${(error as Error).name}.`);
  }
}
