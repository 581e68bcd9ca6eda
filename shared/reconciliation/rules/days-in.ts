import { quarterMs } from '#shared/values/quarter-hours.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';

export type DayOf = (instant: number) => string;

/** In every zone, days begin at a quarter-hour of UTC, so few instants need the calendar. */
export function daysIn(zone: string): DayOf {
  const days = new Map<number, string>();
  return (instant) => {
    const quarter = Math.floor(instant / quarterMs);
    const day = days.get(quarter) ?? dayIn(zone, instant);
    days.set(quarter, day);
    return day;
  };
}
