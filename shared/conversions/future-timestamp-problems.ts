import { maxAheadHours } from '#shared/conversions/rules/limits.ts';
import { hours } from '#shared/values/durations.ts';
import type { Problem } from '#shared/values/errors.ts';
import { epochOf } from '#shared/values/iso-date.ts';

export function futureTimestampProblems(event: unknown, now: number, field = 'occurred_at'): Problem[] {
  const time = typeof event === 'object' && event !== null ? (event as Record<string, unknown>)[field] : undefined;
  const epoch = typeof time === 'string' ? epochOf(time) : null;
  if (epoch === null || epoch <= now + hours(maxAheadHours)) return [];
  return [{ type: 'datetime_future', loc: [field], msg: `More than ${maxAheadHours} hours in the future` }];
}
