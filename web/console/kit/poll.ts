/**
 * How often a page that is being looked at asks again. It slows down when nobody touches it: a tab that is left open
 * for a day asks 330 times, under a cent. TanStack Query asks nothing while the tab is hidden.
 */
export function pollEvery(idleMs: number, reads = 1): number {
  // At most three reads a minute, however many a page needs.
  const fastest = 20_000 * reads;
  if (idleMs < 5 * 60_000) return fastest;
  return Math.max(fastest, 5 * 60_000);
}

/** While a person waits for something that arrives within moments. */
export const waitEvery = (waitedMs: number): number => (waitedMs < 2 * 60_000 ? 2000 : pollEvery(waitedMs));

/** A live tail that a person switched on, until nobody has touched the page for five minutes. */
export const tailEvery = (idleMs: number): number | false => (idleMs < 5 * 60_000 ? 2000 : false);
