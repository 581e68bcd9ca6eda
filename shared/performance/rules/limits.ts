export const maxPerformanceDays = 366;
export const maxRowsInPage = 10_000;
export const usualRowsInPage = 1000;
