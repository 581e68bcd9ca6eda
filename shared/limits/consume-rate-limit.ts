import { limitReached, rateLimitHeaders } from './rate-limit-headers.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

/** A named use counts once. Returns headers with the remaining uses. A used-up limit is a 429. */
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
