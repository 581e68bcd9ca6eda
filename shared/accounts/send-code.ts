import type { AccountDeps } from '#shared/deps.ts';
import type { CodePurpose } from '#shared/domain/codes.ts';
import { fail } from '#shared/http/errors.ts';
import { log } from '#shared/log.ts';

/** Whom a code is for: `address` is a normalised e-mail or a phone (E.164). */
export type CodeHolder = { purpose: CodePurpose; address: string };

/**
 * Issues a code and hands it to `send`, which resolves when the message service has taken it. Throws
 * `code_sent_recently` and `too_many_attempts`, both with Retry-After, and `message_not_sent`: then the code is dead and
 * another may be asked for at once.
 */
export async function sendCode(
  { purpose, address }: CodeHolder,
  send: (code: string) => Promise<void>,
  { codes }: Pick<AccountDeps, 'codes'>,
): Promise<void> {
  const issued = await codes.issue(purpose, address);
  if ('why' in issued) {
    const headers = { 'retry-after': String(issued.waitSeconds) };
    throw fail(issued.why === 'too_soon' ? 'code_sent_recently' : 'too_many_attempts', { headers });
  }
  try {
    await send(issued.code);
  } catch (error) {
    // A message service names the receiver in its errors, which a log is not to know.
    log.warn('code not sent', { purpose, error_name: (error as Error).name });
    await codes
      .withdraw(purpose, address, issued.generation)
      .catch((cause: Error) => log.warn('code not withdrawn', { purpose, error: cause }));
    throw fail('message_not_sent');
  }
}
