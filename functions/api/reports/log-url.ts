import { maxLinkedDays } from '#shared/event-log/rules/limits.ts';
import { logDaysOf } from '#shared/funnels/rules/diagnosis.ts';
import type { Finding } from '#shared/funnels/rules/funnel.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';

type Scope = { from: string; to: string; environment: string; pixel_key?: string; time_zone: string };

/**
 * The path covers fewer days than the report, because a page of the log covers at most a month. Returns
 * `null` if the log has no such events.
 */
export function logUrlOf({ log }: Pick<Finding, 'log'>, counters: readonly Counter[], scope: Scope): string | null {
  const days = log && logDaysOf(counters, log);
  if (!days) return null;
  const { from, to: end, environment, pixel_key, time_zone } = scope;
  const back = (day: string) => dayAfter(day, 1 - maxLinkedDays);
  const to = days.last < back(end) ? days.last : end;
  const filters = {
    ...(log.outcome && { outcome: log.outcome }),
    ...(log.eventType && { event_type: log.eventType }),
    ...(log.reason && { reason: log.reason }),
    environment,
    ...(pixel_key !== undefined && { pixel_key }),
    time_zone,
    from: [from, back(to)].sort().at(-1) ?? from,
    to,
  };
  return `/api/v1/pixel/events?${new URLSearchParams(filters)}`;
}
