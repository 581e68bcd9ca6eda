import { days } from '#shared/values/durations.ts';

/** Whole days from a click to its conversion: the last day that a class includes. */
export const lagBounds = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30, 90] as const;
export type LagClass = `${(typeof lagBounds)[number]}` | 'more';

/** The class of the time between two instants, ISO 8601. A conversion before its click, by another clock, is of the first. */
export function lagOf(clickedAt: string, occurredAt: string): LagClass {
  const whole = Math.floor((Date.parse(occurredAt) - Date.parse(clickedAt)) / days(1));
  const bound = lagBounds.find((most) => whole <= most);
  return bound === undefined ? 'more' : `${bound}`;
}
