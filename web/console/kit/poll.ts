/**
 * Returns the polling interval of a visible page. It slows down without interaction: a tab that is open for a
 * day polls 330 times, which costs less than a cent. TanStack Query does not poll while the tab is hidden.
 */
export function pollEvery(idleMs: number, reads = 1): number {
  // A page makes at most three reads per minute, however many it needs.
  const fastest = 20_000 * reads;
  if (idleMs < 5 * 60_000) return fastest;
  return Math.max(fastest, 5 * 60_000);
}

/** Returns the polling interval while a user waits for a result that arrives within moments. */
export const waitEvery = (waitedMs: number): number => (waitedMs < 2 * 60_000 ? 2000 : pollEvery(waitedMs));

/** Returns the interval of a live tail, which ends after five minutes without interaction. */
export const tailEvery = (idleMs: number): number | false => (idleMs < 5 * 60_000 ? 2000 : false);
