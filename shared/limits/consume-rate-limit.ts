import { limitReached, rateLimitHeaders } from './rate-limit-headers.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

export async function consumeRateLimit(
  limit: RateLimit,
  caller: string,
  limits: Pick<RateLimits, 'take'>,
  use?: string,
): Promise<Record<string, string>> {
  const remaining = await limits.take(limit, caller, use);
  if (!remaining.isAllowed) throw limitReached(limit, remaining);
  return rateLimitHeaders(limit, remaining);
}
