/**
 * A tab that is open for a day without interaction polls 330 times, which costs less than a cent. TanStack
 * Query does not poll in a hidden tab.
 */
export function pollEvery(idleMs: number, reads = 1): number {
  // A page makes at most three reads per minute.
  const fastest = 20_000 * reads;
  if (idleMs < 5 * 60_000) return fastest;
  return Math.max(fastest, 5 * 60_000);
}

export const waitEvery = (waitedMs: number): number => (waitedMs < 2 * 60_000 ? 2000 : pollEvery(waitedMs));

/** A live tail ends after five minutes without interaction. */
export const tailEvery = (idleMs: number): number | false => (idleMs < 5 * 60_000 ? 2000 : false);
