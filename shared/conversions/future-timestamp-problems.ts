import { days } from '#shared/values/durations.ts';
import type { Problem } from '#shared/values/errors.ts';
import { epochOf } from '#shared/values/iso-date.ts';

const aheadMs = days(1);

/** An event's time may be at most 24 hours in the future. */
export function futureTimestampProblems(event: unknown, now: number, field = 'occurred_at'): Problem[] {
  const time =
    typeof event === 'object' && event !== null ? (event as Record<string, unknown>)[field] : undefined;
  const epoch = typeof time === 'string' ? epochOf(time) : null;
  if (epoch === null || epoch <= now + aheadMs) return [];
  return [{ type: 'datetime_future', loc: [field], msg: 'More than 24 hours in the future' }];
}
