import { days } from '#shared/values/durations.ts';
import type { Problem } from '#shared/values/errors.ts';
import { epochOf } from '#shared/values/iso-date.ts';

const aheadMs = days(1);

/** The rule needs the clock: an event may be at most 24 hours ahead. It sees the event as sent. */
export function futureTimestampProblems(sent: unknown, now: number): Problem[] {
  const occurredAt =
    typeof sent === 'object' && sent !== null && 'occurred_at' in sent ? sent.occurred_at : undefined;
  const epoch = typeof occurredAt === 'string' ? epochOf(occurredAt) : null;
  if (epoch === null || epoch <= now + aheadMs) return [];
  return [{ type: 'datetime_future', loc: ['occurred_at'], msg: 'More than 24 hours in the future' }];
}
