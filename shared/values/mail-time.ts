export const mailTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** Returns a day of ISO 8601 as words, such as 20 November 2026. */
export const longDay = (day: string): string => new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
