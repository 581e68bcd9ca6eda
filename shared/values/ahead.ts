export const clockSkewMs = 30_000;

/** A rule sets times at most `longestMs` ahead, so a later time is from a wrong clock. */
export const latestAhead = (at: number, longestMs: number) => at + longestMs + clockSkewMs;

export const isAhead = (until: number, at: number, longestMs: number) =>
  until > at && until <= latestAhead(at, longestMs);
