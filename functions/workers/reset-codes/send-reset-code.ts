import { NumberUnreachable } from '#shared/accounts/codes/messenger.ts';
import { textCode } from '#shared/accounts/codes/text-code.ts';
import { canRestore } from '#shared/accounts/deletion/rules/account-restore.ts';
import type { resetCodesQueue } from '#shared/accounts/queues.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { log } from '#shared/log.ts';
import { bulkHeldMs, bulkPaceName } from '#shared/mail/bulk-pace.ts';
import { codeMail } from '#shared/mail/code-mail.ts';
import { MailThrottled } from '#shared/mail/mailer.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { ApiError } from '#shared/values/errors.ts';
import type { Deps } from './needs.ts';

/**
 * A decoy code gives guesses the same response for every address. A redelivered message sends a second code
 * only if the first may be unsent.
 */
export async function sendResetCode(
  { email, request_id, network: ipNetwork }: MessageOf<typeof resetCodesQueue>,
  deps: Deps,
): Promise<void> {
  const { users, codes, suppressions } = deps;
  const user = await users.byEmail(email);
  // The owner of a deleted account may need a new password to restore it.
  const isOpen = user !== null && (user.isActive || canRestore(user, deps.now()));
  const isReachable = isOpen && !(await suppressions.has(email));
  const issued = await codes.issue('reset', email, {
    requestId: request_id,
    decoy: !isReachable,
    ipNetwork,
  });
  if ('why' in issued) return log.info('no reset code', { request_id, why: issued.why });
  const { code, generation } = issued;
  try {
    if (isReachable) await send({ email, code, ipNetwork }, deps);
    if (isReachable && !phoneOfEmail(email, deps.operatorDomain))
      await deps.mailLog.note(user.id, { id: request_id, template: 'reset_code', outcome: 'sent' });
  } catch (error) {
    await codes.withdraw('reset', email, generation);
    if (error instanceof MailThrottled) await deps.throttle.hold(bulkPaceName, bulkHeldMs);
    // A retry does not help if the recipient is unreachable or a limit is reached.
    if (!(error instanceof NumberUnreachable || error instanceof ApiError)) throw asUnsent(error);
    return log.warn('reset code not sent', { request_id, error_name: error.name });
  }
  await codes.markSent('reset', email, generation);
}

async function send({ email, code, ipNetwork }: { email: string; code: string; ipNetwork: string | undefined }, deps: Deps): Promise<void> {
  const phone = phoneOfEmail(email, deps.operatorDomain);
  if (phone) await textCode({ phone, code, ipNetwork, isReset: true }, deps);
  else await deps.mailer.send(codeMail(email, 'reset', code));
}

const asUnsent = (error: unknown) => new Error(`The code was not sent: ${(error as Error).name}.`);
