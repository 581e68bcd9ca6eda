import * as z from 'zod';
import { defaultReportDays } from '#shared/reports/rules/limits.ts';
import { days, hours } from '#shared/values/durations.ts';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { type ReportDays, reportDays } from '#shared/values/quarter-hours.ts';
import { useTurn } from '#shared/values/turn-budget.ts';
import { dayAfter, dayIn } from '#shared/values/zone-calendar.ts';

const firstDay = '0001-01-01';
/** The calendar code supports time zones only in these years. */
const zonedYears = { from: '1900-01-01', to: '9998-12-31' };

export const Period = z.object({
  from: z.iso
    .date()
    .optional()
    .meta({ description: `First day. ${defaultReportDays} days before \`to\` if omitted.` }),
  to: z.iso.date().optional().meta({ description: 'Last day, included. Today if omitted.' }),
});

type Asked = { from?: string | undefined; to?: string | undefined; time_zone: string };

export function periodOf(
  { from, to, time_zone: zone }: Asked,
  now: number,
  { max, usual = defaultReportDays + 1, isOneDay = false }: { max: number; usual?: number; isOneDay?: boolean },
): { from: string; to: string; days: ReportDays } {
  const { from: first, to: last } = datesOf({ from, to, time_zone: zone }, now, isOneDay ? 1 : usual);
  const problems = [...periodProblems(first, last, 'query', { max, zone }), ...(isOneDay && first !== last ? [notOneDay] : [])];
  if (problems.length > 0) throw invalid(...problems);
  return { from: first, to: last, days: reportDays(first, last, zone) };
}

export function datesOf({ from, to, time_zone: zone }: Asked, now: number, usual = defaultReportDays + 1) {
  const last = to ?? dayIn(zone, now);
  return { from: from ?? earlier(last, usual - 1), to: last };
}

const notOneDay: Problem = {
  type: 'value_error',
  loc: ['query', 'interval'],
  msg: 'Hours are those of one day: the same day in `from` and `to`',
};

const earlier = (day: string, days: number) =>
  Date.parse(day) - hours(24 * days) < Date.parse(firstDay) ? firstDay : dayAfter(day, -days);

export function periodProblems(
  from: string,
  to: string,
  where: 'query' | 'body',
  { max, zone = 'UTC' }: { max: number; zone?: string },
): Problem[] {
  const problem = (msg: string) => [{ type: 'value_error', loc: [where, 'to'], msg }];
  if (to < from) return problem('`to` is before `from`');
  if (Date.parse(to) - Date.parse(from) >= days(max)) return problem(`At most ${max} days at a time`);
  if (zone !== 'UTC' && (from < zonedYears.from || to > zonedYears.to)) return problem('With a time zone, days from 1900 to 9998');
  return [];
}

export async function boundedRead<C>(counters: AsyncIterable<C>, wanted: (counter: C) => boolean, max: number | null): Promise<C[]> {
  const wantedCounters: C[] = [];
  let readCount = 0;
  for await (const counter of counters) {
    useTurn(1);
    if (max !== null && ++readCount > max)
      throw invalid({
        type: 'value_error',
        loc: ['query', 'from'],
        msg: `More than ${max} totals in this period. Choose fewer days`,
      });
    if (wanted(counter)) wantedCounters.push(counter);
  }
  return wantedCounters;
}
