import { limitReached, rateLimitHeaders } from './rate-limit-headers.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

/**
 * Takes one use of a caller's limit, a named one once: the headers that tell what is left. A limit that is used up is a
 * 429.
 */
export async function consumeRateLimit(
  limit: RateLimit,
  caller: string,
  limits: Pick<RateLimits, 'take'>,
  use?: string,
): Promise<Record<string, string>> {
  const left = await limits.take(limit, caller, use);
  if (!left.isAllowed) throw limitReached(limit, left);
  return rateLimitHeaders(limit, left);
}
