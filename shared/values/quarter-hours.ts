import { days, hours } from '#shared/values/durations.ts';
import { spanOf } from './zone-calendar.ts';

/** Every time zone's offset in use is in whole quarter hours. */
export const quarterMs = 900_000;
export const quarterOf = (at: string) => Number(at.slice(11, 13)) * 4 + Math.floor(Number(at.slice(14, 16)) / 15);

export type ReportDays = {
  firstUtcDay: string;
  lastUtcDay: string;
  wholeDay(utcDay: string): string | null | undefined;
  dayOfQuarter(utcDay: string, quarter: number): string | undefined;
  includes(at: string): boolean;
  days: string[];
  /** A span's end is excluded. Times are ISO 8601 UTC. */
  start: string;
  end: string;
};

const iso = (epoch: number) => new Date(epoch).toISOString();
const isoDay = (epoch: number) => iso(epoch).slice(0, 10);

export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / days(1) + 1 }, (_, i) => isoDay(Date.parse(from) + days(i)));

export function reportDays(from: string, to: string, zone: string): ReportDays {
  const days = daysBetween(from, to);
  if (zone === 'UTC') {
    const inside = (day: string) => (day >= from && day <= to ? day : undefined);
    return {
      firstUtcDay: from,
      lastUtcDay: to,
      days,
      start: `${from}T00:00:00.000Z`,
      // The end of the year 9999 would be in a year of five digits.
      end: to === '9999-12-31' ? `${to}T23:59:59.999Z` : iso(Date.parse(to) + hours(24)),
      wholeDay: inside,
      dayOfQuarter: inside,
      includes: (at) => inside(at.slice(0, 10)) !== undefined,
    };
  }
  // Old zones were off by minutes, so starts of days are rounded down.
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
