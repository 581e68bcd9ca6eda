export const maxPerformanceDays = 366;
export const maxRowsInPage = 10_000;
export const usualRowsInPage = 1000;

/** Suggestions compare names in pairs, which takes at most 0.4 s within these bounds. */
export const joinLimits = { candidates: 3, listed: 100, compared: 200 };
/** Spend joins human clicks of its ad that are at most this many days before or after it. */
export const joinDays = 30;
