import type { Environment } from '#shared/api-keys/rules/keys.ts';
import {
  type Click,
  isTagged,
  unreplacedMacros,
  untaggedNetworks,
} from '#shared/conversions/rules/attribution.ts';
import { type Conflict, type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { days, hours, minutes } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/**
 * What an account's day is counted by, for the funnel and its diagnosis. The detail after each:
 * - `session`: `ad` or `organic`; `untagged_click`: the network parameter that a landing without a campaign carried;
 *   `macro`: `<field>=<text>` of a landing whose link has an unreplaced macro; `link_fault`: `<fault> <parameter>` of a
 *   landing whose link is broken;
 * - `browser`: an event type of the funnel; `server` too, before `type` was counted;
 * - `type`: `<event type>|counted`, `|uncounted` or `|valued` (matched and not a conversion type, without and with a
 *   value) or `|unmatched`, of server events, as at acceptance;
 * - `outcome`: `matched` or the reason, as at acceptance, with a value as `<reason>/<currency>`; `late_match`: nothing,
 *   on the day the event arrived; `earned_late`: as `outcome` of an event that a late click earned, for the same pixel;
 *   `credited_by_user`: `<event type>|<as type>|<reason>` of an event that its user earned after it was accepted;
 * - `delay`: a bucket, of events sent with a time; `currency`: `given` or `missing`, of events with a value;
 * - `booked_early`: nothing, of events booked on a day outside the default report;
 * - `duplicate`: nothing; `rejected`: an error code; both from tallies;
 * - `conflict`: `<type>><type sent again>|<stored, lost or click>`, once per event id; `click`: only the click differs;
 * - `same_sale`: `<type>+<type>`, of sales that two types count.
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
  | 'same_sale';

/** The event types that are steps of the funnel (docs/api/conversions.md#totals-and-reports); sessions are the first step. */
export const funnelEventTypes: readonly string[] = [
  'page_viewed',
  'items_added',
  'checkout_started',
  'order_created',
];

/** One counter. `day` is the UTC day of arrival. */
export type ActivityCell = {
  accountId: number;
  environment: Environment;
  /** Absent where no pixel is known: an event without a click, from a key for the whole account. */
  pixelKey?: string;
  day: string;
  metric: ActivityMetric;
  detail: string;
};

/**
 * What is to be counted. `at` is the time of arrival. `name` is the part of the detail that callers choose: of those a
 * day has a limited number, and `detailOf` makes the detail of what the name is counted as. `value`: added up beside
 * the count, where the detail names a currency.
 */
export type Activity = Omit<ActivityCell, 'day' | 'detail'> & { at: string; value?: Decimal } & (
    | { detail: string }
    | { name: string; source: 'server' | 'browser'; detailOf(name: string): string }
  );

/** How long after it happened an event arrived: at most so many milliseconds, else `more`. */
export const delayBuckets = [
  ['1m', minutes(1)],
  ['5m', 300_000],
  ['1h', hours(1)],
  ['24h', days(1)],
  ['7d', 604_800_000],
] as const;

/** What names are counted as that a day does not keep. */
export const otherName = 'other';

/** What a report shows that names no days: today and so many before. */
export const defaultReportDays = 30;

/** What an event counts as, from its previous state (`null`: it is new) to the current one. */
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
  // The funnel's own types are always kept.
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
      ...(after.matchedBy && !before.matchedBy
        ? [typed('credited_by_user', `${typeState(after)}|${after.reason}`)]
        : []),
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

/** Why an event was not attributed when it arrived, with its value; or that it was. */
function outcomeOf(event: Conversion, metric: 'outcome' | 'earned_late' = 'outcome'): Activity {
  const { accountId, environment, receivedAt: at, reason, value, currency } = event;
  const pixelKey = pixelOf(event);
  const hasValue = reason !== undefined && value !== '0';
  return {
    ...{ accountId, environment, at, metric, ...(pixelKey && { pixelKey }) },
    detail: hasValue ? `${reason}/${currency}` : (reason ?? 'matched'),
    ...(hasValue && { value }),
  };
}

/** What a late match takes away from what is not attributed: counted as it was at acceptance. */
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
      detailOf: (kept: string) => kept,
    })),
  ];
}

/** What a browser event counts as. `at` is its arrival, ISO 8601 UTC. */
export const activityOfBrowserEvent = ({
  accountId,
  environment,
  pixelKey,
  at,
  eventType,
}: {
  accountId: number;
  environment: Environment;
  pixelKey: string;
  at: string;
  eventType: string;
}): Activity[] =>
  funnelEventTypes.includes(eventType)
    ? [{ accountId, environment, pixelKey, at, metric: 'browser', detail: eventType }]
    : [];

/** The cell of a thing counted, once its name is known to be kept. */
export const cellOf = (
  { accountId, environment, pixelKey, at, metric }: Activity,
  detail: string,
): ActivityCell => ({
  accountId,
  environment,
  ...(pixelKey && { pixelKey }),
  day: dayOf(at),
  metric,
  detail,
});
