import { hours } from '#shared/values/durations.ts';
import { quarterMs, type ReportDays } from '#shared/values/quarter-hours.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { type Amount, type Cell, type DayAmount, inReportDays, noon, without } from './totals.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

export function startOfInterval(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 8)}01`;
  if (interval !== 'week') return day;
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Date.parse(day) - hours(24 * sinceMonday) < Date.parse('0001-01-01') ? '0001-01-01' : dayAfter(day, -sinceMonday);
}

type Placed<C> = Omit<C, 'quarters'> & { hour?: string };

export function* inIntervals<C extends Cell & DayAmount>(cells: Iterable<C>, days: ReportDays, interval: Interval): Generator<Placed<C>> {
  if (interval === 'hour') return yield* inHours(cells, days);
  for (const cell of inReportDays(cells, days)) yield { ...cell, day: startOfInterval(cell.day, interval) };
}

function* inHours<C extends Cell & DayAmount>(cells: Iterable<C>, days: ReportDays): Generator<Placed<C>> {
  const start = Date.parse(days.start);
  const hourAt = (utcDay: string, quarter: number) => {
    const since = Date.parse(utcDay) + quarter * quarterMs - start;
    return new Date(start + Math.floor(since / hours(1)) * hours(1)).toISOString();
  };
  for (const { quarters, ...cell } of cells) {
    let rest: Amount = cell;
    const placed = function* (quarter: number, amount: Amount) {
      const day = amount.count > 0 ? days.dayOfQuarter(cell.day, quarter) : undefined;
      if (day !== undefined) yield { ...cell, ...amount, day, hour: hourAt(cell.day, quarter) };
    };
    for (const [quarter, amount] of quarters) {
      rest = without(rest, amount);
      yield* placed(quarter, amount);
    }
    yield* placed(noon, rest);
  }
}
