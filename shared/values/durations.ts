/** Functions with `…InSeconds` return seconds; all other functions return milliseconds. */
export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => hours(24 * count);
export const minuteInSeconds = 60;
export const hourInSeconds = 3600;
export const dayInSeconds = 86_400;
export const daysInSeconds = (count: number) => 24 * hourInSeconds * count;
