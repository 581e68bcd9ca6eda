import * as z from 'zod';
import { defaultReportDays } from '#shared/reports/rules/activity.ts';
import { days, hours } from '#shared/values/durations.ts';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { type ReportDays, reportDays } from '#shared/values/quarter-hours.ts';
import { dayAfter, dayIn } from '#shared/values/zone-calendar.ts';

/** A quarter of a year: what one funnel or one file takes in. */
export const maxDays = 92;
/** What one list of the event log may cover. */
export const maxLogDays = 31;
const firstDay = '0001-01-01';
/** Zones' calendars are only followed through these years. */
const zonedYears = { from: '1900-01-01', to: '9998-12-31' };

export const Period = z.object({
  from: z.iso.date().optional().meta({ description: 'First day. 30 days before `to` if omitted.' }),
  to: z.iso.date().optional().meta({ description: 'Last day, included. Today if omitted.' }),
});

type Asked = { from?: string | undefined; to?: string | undefined; time_zone: string };

/** The days that a query means, in its zone; 422 when they are none or too many. */
export function periodOf(
  { from, to, time_zone: zone }: Asked,
  now: number,
  { most = maxDays, usual = defaultReportDays + 1 } = {},
): { from: string; to: string; days: ReportDays } {
  const last = to ?? dayIn(zone, now);
  const first = from ?? earlier(last, usual - 1);
  const [problem] = periodProblems(first, last, 'query', { most, zone });
  if (problem) throw invalid(problem);
  return { from: first, to: last, days: reportDays(first, last, zone) };
}

const earlier = (day: string, days: number) =>
  Date.parse(day) - hours(24 * days) < Date.parse(firstDay) ? firstDay : dayAfter(day, -days);

/** What is wrong with two days as a period. */
export function periodProblems(
  from: string,
  to: string,
  where: 'query' | 'body',
  { most = maxDays, zone = 'UTC' } = {},
): Problem[] {
  const problem = (msg: string) => [{ type: 'value_error', loc: [where, 'to'], msg }];
  if (to < from) return problem('`to` is before `from`');
  if (Date.parse(to) - Date.parse(from) >= days(most)) return problem(`At most ${most} days at a time`);
  if (zone !== 'UTC' && (from < zonedYears.from || to > zonedYears.to))
    return problem('With a time zone, days from 1900 to 9998');
  return [];
}
