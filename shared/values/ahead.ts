export const clockSkewMs = 30_000;

/** A time later than any rule sets is from a wrong clock. */
export const latestAhead = (at: number, longestMs: number) => at + longestMs + clockSkewMs;

export const isAhead = (until: number, at: number, longestMs: number) =>
  until > at && until <= latestAhead(at, longestMs);
