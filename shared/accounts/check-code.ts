import type { CodeKey } from '#shared/data/code-item.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { fail } from '#shared/http/errors.ts';

/**
 * Compares a guess with an address's newest code, on the one counter of that code, whoever asks. Answers the code's
 * generation, by which it is used up. Throws `invalid_code`, `code_expired`, and `too_many_attempts` with Retry-After.
 */
export async function checkCode(
  { purpose, address }: CodeKey,
  guess: string,
  { codes }: Pick<AccountDeps, 'codes'>,
): Promise<string> {
  const checked = await codes.check(purpose, address, guess);
  if (checked.outcome === 'right') return checked.generation;
  if (checked.outcome === 'closed')
    throw fail('too_many_attempts', { headers: { 'retry-after': String(checked.waitSeconds) } });
  throw fail(checked.outcome === 'expired' ? 'code_expired' : 'invalid_code');
}
