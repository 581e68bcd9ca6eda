import { days } from '#shared/values/durations.ts';

/** A class of lags ends with this number of whole days from a click to its conversion. */
export const lagBounds = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30, 90] as const;
export type LagClass = `${(typeof lagBounds)[number]}` | 'more';

/** If the clocks differ, a conversion can precede its click. */
export function lagOf(clickedAt: string, occurredAt: string): LagClass {
  const whole = Math.floor((Date.parse(occurredAt) - Date.parse(clickedAt)) / days(1));
  const bound = lagBounds.find((most) => whole <= most);
  return bound === undefined ? 'more' : `${bound}`;
}
