import { type ErrorCode, fail } from '#shared/values/errors.ts';
import type { RateLimit, Taken } from './rate-limits.ts';

type Left = Pick<Taken, 'remaining' | 'resetSeconds'>;

/** What is allowed and what is left of it, as the IETF draft "RateLimit header fields for HTTP" writes it. */
export const rateLimitHeaders = (
  { name, limit, windowSeconds }: RateLimit,
  { remaining, resetSeconds }: Left,
) => ({
  'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** The error when nothing remains; `code` is one of status 429. */
export const limitReached = (limit: RateLimit, left: Left, code: ErrorCode = 'too_many_requests') =>
  fail(code, { headers: { ...rateLimitHeaders(limit, left), 'retry-after': String(left.resetSeconds) } });
