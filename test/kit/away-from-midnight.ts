import { setTimeout as delay } from 'node:timers/promises';
import { days, minutes } from '#shared/values/durations.ts';

const longestFileMs = minutes(5);

/** A hook that calls `awayFromMidnight` needs this timeout. */
export const midnightTimeoutMs = longestFileMs + minutes(2);

/**
 * Waits until midnight UTC has passed if it is near. A test of a host by the real clock fails if a day ends between its
 * write and its look.
 */
export async function awayFromMidnight(now = Date.now(), wait: (ms: number) => Promise<unknown> = delay) {
  const remainingMs = days(1) - (now % days(1));
  if (remainingMs <= longestFileMs) await wait(remainingMs + 1000);
}
