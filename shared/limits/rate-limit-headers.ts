import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import type { RateLimit, Taken } from './rate-limits.ts';

type Left = Pick<Taken, 'remaining' | 'resetSeconds'>;

/** The IETF draft "RateLimit header fields for HTTP" defines the headers. */
export const rateLimitHeaders = ({ name, limit, windowSeconds }: RateLimit, { remaining, resetSeconds }: Left) => ({
  'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

export const limitReached = (limit: RateLimit, remainder: Left, error: DeclaredError = serviceErrors.too_many_requests) =>
  fail(error, {
    headers: { ...rateLimitHeaders(limit, remainder), 'retry-after': String(remainder.resetSeconds) },
  });
