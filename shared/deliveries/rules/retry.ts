import { isAhead } from '#shared/values/ahead.ts';
import type { Delivery } from './delivery.ts';

/** The delays between attempts add up to about 28 hours. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;
export const maxAttempts = retrySeconds.length + 1;

/** Returns milliseconds with a jitter of a tenth in either direction. */
export function retryDelayMs(attempts: number, random: number): number {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  return Math.round(seconds * 1000 * (0.9 + 0.2 * random));
}

export const longestRetryMs = Math.max(...retrySeconds) * 1100;

export function isDue(delivery: Delivery, now: string, replayAt: string | undefined): boolean {
  const { status, nextAttemptAt = '', lastAttempt } = delivery;
  if (status === 'delivered') return false;
  if (replayAt !== undefined && (lastAttempt?.at ?? '') < replayAt) return true;
  return status !== 'failed' && !isAhead(Date.parse(nextAttemptAt), Date.parse(now), longestRetryMs);
}
