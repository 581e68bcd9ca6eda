import { fail, serviceErrors } from '#shared/values/errors.ts';
import type { Consumed, EventLimit } from './event-limiter.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { RateLimit } from './rate-limits.ts';

export const eventPolicy = (name: string, { burst, perSecond }: EventLimit): RateLimit => ({
  name,
  limit: burst,
  windowSeconds: Math.ceil(burst / perSecond),
});

export function eventLimitHeaders(name: string, consumed: Consumed): Record<string, string> {
  const headers = rateLimitHeaders(eventPolicy(name, consumed.limit), consumed);
  if (consumed.isAllowed) return headers;
  throw fail(serviceErrors.too_many_requests, {
    headers: { ...headers, 'retry-after': String(consumed.retryAfterSeconds) },
  });
}
