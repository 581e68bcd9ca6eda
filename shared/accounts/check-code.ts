import type { CodeKey } from '#shared/data/code-item.ts';
import type { RateLimit } from '#shared/data/rate-limits.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { codeLimits } from '#shared/domain/codes.ts';
import { fail } from '#shared/http/errors.ts';
import { limitReached, rateLimitHeaders } from '#shared/http/rate-limit-headers.ts';

/** Failures of a code, whoever guesses. */
export const attemptsLimit: RateLimit = {
  name: 'attempts',
  limit: codeLimits.failures,
  windowSeconds: codeLimits.lifetimeSeconds,
};

/**
 * Compares a guess with an address's newest code, on the one counter of that code, whoever asks. Answers the code's
 * generation, by which it is used up, and the headers that tell how many failures are left, for every answer that
 * follows. Throws `invalid_code`, `code_expired`, and `too_many_attempts` with Retry-After, all with these headers.
 */
export async function checkCode(
  { purpose, address }: CodeKey,
  guess: string,
  { codes }: Pick<AccountDeps, 'codes'>,
): Promise<{ generation: string; headers: Record<string, string> }> {
  const checked = await codes.check(purpose, address, guess);
  if (checked.outcome === 'closed') throw limitReached(attemptsLimit, checked.left, 'too_many_attempts');
  const headers = rateLimitHeaders(attemptsLimit, checked.left);
  if (checked.outcome === 'right') return { generation: checked.generation, headers };
  throw fail(checked.outcome === 'expired' ? 'code_expired' : 'invalid_code', { headers });
}
