import { type LagClass, lagBounds } from '#shared/cells/rules/lag.ts';
import { days } from '#shared/values/durations.ts';
import { daysBetween, type ReportDays, reportDays } from '#shared/values/quarter-hours.ts';
import { dayAfter, spanOf } from '#shared/values/zone-calendar.ts';

export const comparisons = ['none', 'previous_period', 'previous_year'] as const;
export type Comparison = (typeof comparisons)[number];

/** A day of the period before is shown on the day that it is compared with. */
export type ReportPeriod = {
  from: string;
  to: string;
  days: ReportDays;
  shownOn(day: string): string;
  /** Conversions of the day count up to this lag class. `null` counts none, and `undefined` counts all. */
  boundOf(day: string): LagClass | null | undefined;
};

/** The previous period has as many days before, or the same days of the year before. */
export function previousDays(from: string, to: string, comparison: 'previous_period' | 'previous_year'): { from: string; to: string } {
  if (comparison === 'previous_year') return { from: yearLater(from, -1), to: yearLater(to, -1) };
  const count = daysBetween(from, to).length;
  return { from: dayAfter(from, -count), to: dayAfter(from, -1) };
}

function yearLater(day: string, years: number): string {
  const same = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  const isDay = !Number.isNaN(Date.parse(same)) && new Date(same).toISOString().startsWith(same);
  return isDay ? same : `${same.slice(0, 8)}28`;
}

/** With `sameAge`, conversions count up to the age of the younger of two compared days. */
export function periodsOf(
  { from, to }: { from: string; to: string },
  zone: string,
  { comparison, sameAge, now }: { comparison: Comparison; sameAge: boolean; now: number },
): { current: ReportPeriod; previous: ReportPeriod | null } {
  const boundOf = (day: string) => (sameAge ? reachedBound(day, zone, now) : undefined);
  const current = { from, to, days: reportDays(from, to, zone), shownOn: (day: string) => day, boundOf };
  if (comparison === 'none') return { current, previous: null };
  const before = previousDays(from, to, comparison);
  const count = daysBetween(from, to).length;
  const shownOn = (day: string) => {
    const pair = comparison === 'previous_year' ? yearLater(day, 1) : dayAfter(day, count);
    return pair > to ? to : pair < from ? from : pair;
  };
  return {
    current,
    previous: {
      ...before,
      days: reportDays(before.from, before.to, zone),
      shownOn,
      boundOf: (day) => boundOf(shownOn(day)),
    },
  };
}

/**
 * Every click of the day is old enough for this lag class. Returns `null` within the first day, and `more` after the
 * longest bound.
 */
export function reachedBound(day: string, zone: string, now: number): LagClass | null {
  const age = Math.floor((now - spanOf(day, zone).end) / days(1));
  if (age > Number(lagBounds.at(-1)) + 1) return 'more';
  const reached = lagBounds.filter((bound) => age >= bound + 1).at(-1);
  return reached === undefined ? null : `${reached}`;
}

const order = [...lagBounds.map((bound) => `${bound}`), 'more'];
export const isWithin = (lag: string, bound: LagClass | null): boolean => bound !== null && order.indexOf(lag) <= order.indexOf(bound);

export const lowerBound = (a: LagClass | null, b: LagClass | null): LagClass | null =>
  a === null || b === null ? null : order.indexOf(a) < order.indexOf(b) ? a : b;
