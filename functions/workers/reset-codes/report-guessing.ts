import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { guessingMail } from '#shared/mail/guessing-mail.ts';
import type { Message } from '#shared/messages/queues.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { Deps } from './deps.ts';

const mailsADay: RateLimit = { name: 'guessing_mails', limit: 1, windowSeconds: daysInSeconds(1) };

/** Mails the owner of an address, where it has a verified one, at most once a day; a repeated message counts once. */
export async function reportGuessing(
  { email, request_id }: Pick<Message<'reset_codes'>, 'email' | 'request_id'>,
  { users, suppressions, limits, mailer }: Deps,
): Promise<void> {
  const user = await users.byEmail(email);
  if (!user?.isActive || !user.emailVerified || !hasMailbox(user) || (await suppressions.has(email))) return;
  const { isAllowed } = await limits.take(mailsADay, String(user.id), request_id);
  if (!isAllowed) return;
  try {
    await mailer.send(guessingMail(email));
  } catch (error) {
    // A mail service names the receiver in its errors, which a log is not to know.
    throw new Error(`The mail was not sent: ${(error as Error).name}.`);
  }
}
