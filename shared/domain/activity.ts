import type { Session } from './attribution.ts';
import type { Conversion } from './conversions.ts';
import { dayOf } from './iso-date.ts';
import type { Environment } from './keys.ts';

/**
 * What an account's day is counted by, for the funnel and its diagnosis. The detail after each: `session` `ad` or
 * `organic`; `browser`, `server` an event type; `outcome` `<event type>|matched` or `<event type>|<reason>`, as at
 * acceptance; `late_match` an event type, on the day the event arrived; `delay` a bucket, of events sent with a time;
 * `no_currency` an event type, of events with a value; `rejected` an error code; `duplicate` an event type. The last
 * two are approximate, and never too high.
 */
export type ActivityMetric =
  | 'session'
  | 'browser'
  | 'server'
  | 'outcome'
  | 'late_match'
  | 'delay'
  | 'no_currency'
  | 'rejected'
  | 'duplicate';

/** One counter. `day` is the UTC day of arrival. */
export type ActivityCell = {
  accountId: number;
  environment: Environment;
  day: string;
  metric: ActivityMetric;
  detail: string;
};

/** How long after it happened an event arrived: at most so many milliseconds, else `more`. */
export const delayBuckets = [
  ['1m', 60_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
] as const;

/** What an event counts as, from how it stood before (`null`: it is new) to how it stands. */
export function activityOfConversion(before: Conversion | null, after: Conversion): ActivityCell[] {
  const { eventType, receivedAt, occurredAt } = after;
  const cell = (metric: ActivityMetric, detail: string): ActivityCell => ({
    accountId: after.accountId,
    environment: after.environment,
    day: dayOf(receivedAt),
    metric,
    detail,
  });
  if (before) return after.matchedAt && !before.matchedAt ? [cell('late_match', eventType)] : [];
  const delay = Date.parse(receivedAt) - Date.parse(occurredAt);
  const [bucket] = delayBuckets.find(([, most]) => delay <= most) ?? ['more'];
  return [
    cell('server', eventType),
    cell('outcome', `${eventType}|${after.reason ?? 'matched'}`),
    ...(after.occurredAtGiven ? [cell('delay', bucket)] : []),
    ...(after.value !== '0' && !after.currencyGiven ? [cell('no_currency', eventType)] : []),
  ];
}

export const activityOfSession = ({
  accountId,
  environment,
  createdAt,
  campaign,
}: Session): ActivityCell => ({
  accountId,
  environment,
  day: dayOf(createdAt),
  metric: 'session',
  detail: campaign ? 'ad' : 'organic',
});

/** What a browser event counts as. `at` is its arrival, ISO 8601 UTC. */
export const activityOfBrowserEvent = ({
  accountId,
  environment,
  at,
  eventType,
}: {
  accountId: number;
  environment: Environment;
  at: string;
  eventType: string;
}): ActivityCell => ({ accountId, environment, day: dayOf(at), metric: 'browser', detail: eventType });
