import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimit, RateLimits, Taken } from '#shared/data/rate-limits.ts';
import { type ApiError, fail } from '#shared/http/errors.ts';
import { limitReached, rateLimitHeaders } from '#shared/http/rate-limit-headers.ts';
import { log } from '#shared/log.ts';

/** One attempt to sign in, to be told how it ended; one that is told nothing counts as a failure. */
export type SignInAttempt = {
  /** Counts the failure and answers the error to throw. One write. */
  failed(): Promise<ApiError>;
  /** Takes the failure back and answers the headers that tell what is left. One write, seldom more. */
  succeeded(): Promise<Record<string, string>>;
};

/**
 * Begins an attempt to sign in as `email`, before the password is looked at: it takes one of the failures that are left,
 * so that guesses side by side are no more than the limit. Where none is left because others are on their way, which may
 * succeed, it waits for them some two seconds. Throws `too_many_failures` when the failures are certain, and
 * `too_many_requests` when the others took too long, both with Retry-After. One write, more while it waits.
 */
export async function signInAttempt(
  limit: RateLimit,
  email: string,
  { limits }: { limits: RateLimits },
): Promise<SignInAttempt> {
  const taken = await takeOrWait(limit, email, limits);
  return {
    async failed() {
      // Nobody is to learn from the answer that the store failed here: the failure counts without it, some seconds later.
      await limits
        .settle(limit, email, taken)
        .catch((error: Error) => log.warn('a failed sign-in is not settled', { error }));
      return fail('invalid_credentials', { headers: rateLimitHeaders(limit, taken) });
    },
    async succeeded() {
      // Whoever has the password is let in, also when the store does not take the failure back.
      const left = await limits.giveBack(limit, email, taken).catch((error: Error) => {
        log.warn('a sign-in counts as a failure', { error });
        return {};
      });
      return rateLimitHeaders(limit, { ...taken, ...left });
    },
  };
}

const mostPauses = 24;
/** Longer and longer, since many may wait for one item; two seconds and some in all. */
const pauseMs = (pauses: number) => Math.min(40 * 1.2 ** pauses, 100) * (0.5 + Math.random());

async function takeOrWait(limit: RateLimit, email: string, limits: RateLimits): Promise<Taken> {
  for (let pauses = 0; ; pauses++) {
    const taken = await limits.take(limit, email);
    if (taken.isAllowed) return taken;
    if (taken.settled >= limit.limit) throw limitReached(limit, taken, 'too_many_failures');
    if (pauses === mostPauses) throw limitReached(limit, { remaining: 0, resetSeconds: 1 });
    await pause(pauseMs(pauses));
  }
}
