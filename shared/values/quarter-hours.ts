import { days, hours } from '#shared/values/durations.ts';
import { spanOf } from './zone-calendar.ts';

/**
 * Counters keep their numbers by quarter hours of the UTC day as well, so that they can be summed over the days of any
 * time zone: every offset in use today is a whole number of quarter hours.
 */
export const quarterMs = 900_000;
/** The quarter hour of its UTC day that contains an instant: 0 to 95. `at` is ISO 8601 UTC. */
export const quarterOf = (at: string) =>
  Number(at.slice(11, 13)) * 4 + Math.floor(Number(at.slice(14, 16)) / 15);

/** Which day of a report a quarter hour belongs to. */
export type ReportDays = {
  /** UTC days whose counters are needed, both included. */
  firstUtcDay: string;
  lastUtcDay: string;
  /** The report's day that contains a whole UTC day, else `null`; `undefined` when it is outside. */
  wholeDay(utcDay: string): string | null | undefined;
  /** The report's day of a quarter hour of a UTC day, or `undefined` outside the report. */
  dayOfQuarter(utcDay: string, quarter: number): string | undefined;
  /** Whether an instant (ISO 8601 UTC) is in the report. */
  includes(at: string): boolean;
  days: string[];
  /** Its first instant, and the first one after it: ISO 8601 UTC. */
  start: string;
  end: string;
};

const iso = (epoch: number) => new Date(epoch).toISOString();
const isoDay = (epoch: number) => iso(epoch).slice(0, 10);

/** Every day from `from` to `to`. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / days(1) + 1 }, (_, i) =>
    isoDay(Date.parse(from) + days(i)),
  );

/** The days from `from` to `to`, both included, as a zone's calendars show them. */
export function reportDays(from: string, to: string, zone: string): ReportDays {
  const days = daysBetween(from, to);
  if (zone === 'UTC') {
    const inside = (day: string) => (day >= from && day <= to ? day : undefined);
    return {
      ...{ firstUtcDay: from, lastUtcDay: to, days },
      start: `${from}T00:00:00.000Z`,
      // Not past the year 9999, whose end has no four digits.
      end: to === '9999-12-31' ? `${to}T23:59:59.999Z` : iso(Date.parse(to) + hours(24)),
      wholeDay: inside,
      dayOfQuarter: inside,
      includes: (at) => inside(at.slice(0, 10)) !== undefined,
    };
  }
  // Rounded down to a quarter hour: zones of long ago were off by minutes.
  const starts = days.map((day) => floor(spanOf(day, zone).start));
  const end = floor(spanOf(to, zone).end);
  const dayAt = (epoch: number): string | undefined => {
    if (epoch >= end) return undefined;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= epoch) low = middle + 1;
      else high = middle;
    }
    return days[low - 1];
  };
  return {
    firstUtcDay: isoDay(starts[0] as number),
    lastUtcDay: isoDay(end - 1),
    days,
    start: iso(starts[0] as number),
    end: iso(end),
    wholeDay(utcDay) {
      const start = Date.parse(utcDay);
      const [first, last] = [dayAt(start), dayAt(start + hours(24) - 1)];
      return first === last ? first : null;
    },
    dayOfQuarter: (utcDay, quarter) => dayAt(Date.parse(utcDay) + quarter * quarterMs),
    includes: (at) => dayAt(Date.parse(at)) !== undefined,
  };
}

const floor = (epoch: number) => Math.floor(epoch / quarterMs) * quarterMs;
