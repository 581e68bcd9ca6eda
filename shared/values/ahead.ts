export const clockSkewMs = 30_000;

export const latestAhead = (at: number, longestMs: number) => at + longestMs + clockSkewMs;

export const isAhead = (until: number, at: number, longestMs: number) => until > at && until <= latestAhead(at, longestMs);
