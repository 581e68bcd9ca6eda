/** Clocks that are right differ by less. */
export const clockSkewMs = 30_000;

/** The latest time that a rule can have stored, which sets times at most `longestMs` ahead. A later one is from a wrong clock. */
export const latestAhead = (at: number, longestMs: number) => at + longestMs + clockSkewMs;

/** Whether a time is still to come. One that its rule cannot have set, `longestMs` ahead at most, counts as past. */
export const isAhead = (until: number, at: number, longestMs: number) =>
  until > at && until <= latestAhead(at, longestMs);
