import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { type Click, isTagged, unreplacedMacros, untaggedNetworks } from '#shared/conversions/rules/attribution.ts';
import { type Conflict, type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import { defaultReportDays } from '#shared/reports/rules/limits.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { days, hours, minutes } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/**
 * The metrics of an account's day have these details:
 * - `session`: `ad` or `organic`; `untagged_click`: the network parameter of a landing without a campaign;
 *   `macro`: `<field>=<text>` of an unreplaced macro; `link_fault`: `<fault> <parameter>` of a broken link;
 * - `browser`: an event type of the funnel; `server` too, before `type` was counted;
 * - `type`: `<event type>|counted`, `|uncounted`, `|valued` (uncounted with a value) or `|unmatched`, at acceptance;
 * - `outcome`: `matched` or the reason at acceptance, with a value as `<reason>/<currency>`; `late_match`: empty, on the
 *   day of arrival; `earned_late`: the `outcome` of an event that a late click earned, for the same pixel;
 *   `credited_by_user`: `<event type>|<as type>|<reason>` of an event that its user earned after acceptance;
 * - `delay`: a bucket, of events sent with a time; `currency`: `given` or `missing`, of events with a value;
 * - `booked_early`: empty, of events booked on a day outside the default report;
 * - `duplicate`: empty; `rejected`: an error code; both from tallies;
 * - `conflict`: `<type>><type sent again>|<stored, lost or click>`, once per event ID; `click`: only the click differs;
 * - `same_sale`: `<type>+<type>`, of sales that two types count;
 * - `coverage`: `<network>|<click ID>|<consent>|<country>`, or `<network>|match_keys`, of orders (`shared/coverage`).
 */
export type ActivityMetric =
  | 'session'
  | 'untagged_click'
  | 'macro'
  | 'link_fault'
  | 'browser'
  | 'server'
  | 'type'
  | 'outcome'
  | 'late_match'
  | 'earned_late'
  | 'credited_by_user'
  | 'delay'
  | 'currency'
  | 'booked_early'
  | 'duplicate'
  | 'rejected'
  | 'conflict'
  | 'same_sale'
  | 'coverage';

export const funnelEventTypes: readonly string[] = ['page_viewed', 'items_added', 'checkout_started', 'order_created'];

/** `day` is the UTC day of arrival. */
export type ActivityCell = {
  accountId: AccountId;
  environment: Environment;
  /** Without a click, an event of an account-wide key has no pixel. */
  pixelKey?: string;
  day: string;
  metric: ActivityMetric;
  detail: string;
};

/** `detailOf` gets the counted name, since a day keeps few client-chosen names. */
export type Activity = Omit<ActivityCell, 'day' | 'detail'> & { at: string; value?: Decimal } & (
    | { detail: string }
    | { name: string; source: 'server' | 'browser'; detailOf(name: string): string }
  );

/** A delay, in milliseconds, counts in the first bucket that is not shorter. Longer delays count as `more`. */
export const delayBuckets = [
  ['1m', minutes(1)],
  ['5m', 300_000],
  ['1h', hours(1)],
  ['24h', days(1)],
  ['7d', 604_800_000],
] as const;

export const otherName = 'other';

export function activityOfConversion(before: Conversion | null, after: Conversion): Activity[] {
  const { accountId, environment, eventType, receivedAt, occurredAt, conflict } = after;
  const pixelKey = pixelOf(after);
  const common = { accountId, environment, ...(pixelKey && { pixelKey }) };
  const count = (metric: ActivityMetric, detail = ''): Activity => ({
    ...common,
    at: receivedAt,
    metric,
    detail,
  });
  const typed = (metric: 'type' | 'credited_by_user', state: string): Activity =>
    funnelEventTypes.includes(eventType)
      ? count(metric, `${eventType}|${state}`)
      : {
          ...common,
          at: receivedAt,
          metric,
          name: eventType,
          source: 'server',
          detailOf: (name) => `${name}|${state}`,
        };
  if (before) {
    return [
      ...(after.matchedAt && !before.matchedAt ? [count('late_match'), ...earnedLate(before)] : []),
      ...(after.matchedBy && !before.matchedBy ? [typed('credited_by_user', `${typeState(after)}|${after.reason}`)] : []),
      ...(conflict && !before.conflict
        ? [
            {
              ...common,
              at: conflict.at,
              metric: 'conflict' as const,
              name: `${eventType}>${conflict.sent.eventType}`,
              source: 'server' as const,
              detailOf: (name: string) => `${name}|${conflictState(conflict)}`,
            },
          ]
        : []),
    ];
  }
  const delay = Date.parse(receivedAt) - Date.parse(occurredAt);
  const [bucket] = delayBuckets.find(([, most]) => delay <= most) ?? ['more'];
  return [
    typed('type', typeState(after)),
    outcomeOf(after),
    ...(after.occurredAtGiven ? [count('delay', bucket)] : []),
    ...(after.value !== '0' ? [count('currency', after.currencyGiven ? 'given' : 'missing')] : []),
    ...(delay > days(defaultReportDays) ? [count('booked_early')] : []),
  ];
}

function outcomeOf(event: Conversion, metric: 'outcome' | 'earned_late' = 'outcome'): Activity {
  const { accountId, environment, receivedAt: at, reason, value, currency } = event;
  const pixelKey = pixelOf(event);
  const hasValue = reason !== undefined && value !== '0';
  return {
    accountId,
    environment,
    at,
    metric,
    ...(pixelKey && { pixelKey }),
    detail: hasValue ? `${reason}/${currency}` : (reason ?? 'matched'),
    ...(hasValue && { value }),
  };
}

const earnedLate = (before: Conversion) => (before.reason ? [outcomeOf(before, 'earned_late')] : []);

export type TypeState = 'counted' | 'uncounted' | 'valued' | 'unmatched';
const typeState = ({ counts, click, value }: Conversion): TypeState => {
  if (counts) return 'counted';
  if (!click) return 'unmatched';
  return value === '0' ? 'uncounted' : 'valued';
};

export type ConflictState = 'stored' | 'lost' | 'click';
const conflictState = ({ storedAs, fields }: Conflict): ConflictState => {
  if (storedAs) return 'stored';
  return fields.every((field) => field === 'svc_click_id') ? 'click' : 'lost';
};

export function activityOfClick(click: Click): Activity[] {
  const { accountId, environment, pixelKey, createdAt: at } = click;
  const common = { accountId, environment, pixelKey, at };
  return [
    { ...common, metric: 'session', detail: isTagged(click) ? 'ad' : 'organic' },
    ...untaggedNetworks(click).map((detail) => ({ ...common, metric: 'untagged_click' as const, detail })),
    ...(click.linkFault ? [{ ...common, metric: 'link_fault' as const, detail: click.linkFault }] : []),
    ...unreplacedMacros(click).map((name) => ({
      ...common,
      metric: 'macro' as const,
      name,
      source: 'browser' as const,
      detailOf: (name: string) => name,
    })),
  ];
}

/** `at` is the arrival, ISO 8601 UTC. */
export const activityOfBrowserEvent = ({
  accountId,
  environment,
  pixelKey,
  at,
  eventType,
}: {
  accountId: AccountId;
  environment: Environment;
  pixelKey: string;
  at: string;
  eventType: string;
}): Activity[] =>
  funnelEventTypes.includes(eventType) ? [{ accountId, environment, pixelKey, at, metric: 'browser', detail: eventType }] : [];

export const cellOf = ({ accountId, environment, pixelKey, at, metric }: Activity, detail: string): ActivityCell => ({
  accountId,
  environment,
  ...(pixelKey && { pixelKey }),
  day: dayOf(at),
  metric,
  detail,
});
