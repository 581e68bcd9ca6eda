import { type ConflictState, otherName } from '#shared/reports/rules/activity.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { defaultReportDays } from '#shared/reports/rules/limits.ts';
import { numbered } from '#shared/values/numbered.ts';
import { enough, type Finding, percent, rate, type Sum, sumsBy, total } from './funnel.ts';

/** From this share on, reused event IDs are a habit. */
const reusedNotable = 0.01;
const reusedLeast = 3;
/** Late old orders may reach this share; more is a wrong clock or field. */
const earlyNotable = 0.05;
/** An import of old orders takes fewer days than this. */
const earlyDays = 3;
/** A sale in a hundred that is counted twice falsifies revenue; fewer than three may be a mistake. */
const twiceNotable = 0.01;
const twiceLeast = 3;
/** If more than one sale in five counts twice, no figure is usable. */
const twiceMost = 0.2;
const maxPairs = 5;

const idAdvice = 'Use one event_id per event: <event_type>:<business_object_id>, such as order_created:10017.';

export function conflictFindings(counters: readonly Counter[], accepted: number): Finding[] {
  const conflicts = sumsBy(counters, 'conflict').map(({ detail, count }) => {
    const [pair = '', state] = detail.split('|') as [string, ConflictState];
    return { detail: pair, count, state };
  });
  return (['lost', 'click', 'stored'] as const).flatMap((state): Finding[] => {
    const pairs = conflicts.filter((conflict) => conflict.state === state);
    if (pairs.length === 0) return [];
    const count = total(pairs);
    const notable = count >= reusedLeast && rate(count, Math.max(accepted, count)) >= reusedNotable;
    const [acceptedType = otherName, sentType = otherName] = (pairs[0]?.detail ?? '').split('>');
    const facts = {
      count,
      accepted_type: acceptedType,
      sent_type: sentType,
      [state]: count,
      pairs: listed(pairs),
    };
    const common = { code: 'event_id_conflict', facts, log: { outcome: 'conflict' } } as const;
    const conflictNames = withOthers(conflictsText(pairs), pairs);
    if (state === 'lost')
      return [
        {
          ...common,
          severity: 'critical',
          message: `${numbered(count, 'event')} lost: the event_id was already used by an event with another type, value or currency: ${conflictNames}. ${idAdvice} The log shows each lost event; send it again under a new event_id.`,
        },
      ];
    if (state === 'click')
      return [
        {
          ...common,
          severity: notable ? 'warning' : 'info',
          message: `${numbered(count, 'event')} repeated an event_id with another click: ${conflictNames}. Retries that read the cookie again are harmless. Separate sales that share an id are lost. ${idAdvice}`,
        },
      ];
    return [
      {
        ...common,
        severity: notable ? 'warning' : 'info',
        message: `${numbered(count, 'event')} in batches reused the event_id of an event of another type: ${conflictNames}. The service stored <event_type>:<event_id> instead, so nothing was lost. The single form would lose them. ${idAdvice}`,
      },
    ];
  });
}

export function earlyFindings(counters: readonly Counter[], accepted: number): Finding[] {
  const count = sumsBy(counters, 'booked_early')[0]?.count ?? 0;
  if (count === 0) return [];
  const share = rate(count, Math.max(accepted, count));
  const days = new Set(counters.filter(({ metric }) => metric === 'booked_early').map(({ day }) => day)).size;
  const isNotable = accepted >= enough && share >= earlyNotable && days >= earlyDays;
  return [
    {
      code: 'events_outside_default_range',
      severity: isNotable ? 'warning' : 'info',
      message: `${numbered(count, 'event')} (${percent(share)}) arrived more than ${defaultReportDays} days after occurred_at. Each counts on the day of its occurred_at, which the default report range does not show. Request an earlier from, or use time_basis=received. If such a date is wrong, send the time of the event as occurred_at.`,
      facts: { count, share, older_than_days: defaultReportDays, arrived_on_days: days },
      log: {},
    },
  ];
}

export function sameSaleFindings(counters: readonly Counter[]): Finding[] {
  const pairs = sumsBy(counters, 'same_sale');
  const count = total(pairs);
  if (count === 0) return [];
  const countedEvents = total(sumsBy(counters, 'type').filter(({ detail }) => detail.endsWith('|counted')));
  // The `type` counters omit late matches, so `late_match` is added.
  const events = countedEvents + total(sumsBy(counters, 'late_match'));
  const share = rate(count, Math.max(events - count, count));
  const [first = otherName, second = otherName] = (pairs[0]?.detail ?? '').split('+');
  const isNotable = count >= twiceLeast && share >= twiceNotable;
  return [
    {
      code: 'same_sale_counted_twice',
      severity: isNotable ? (share >= twiceMost ? 'critical' : 'warning') : 'info',
      message: `${numbered(count, 'sale')} (${percent(share)}) counted twice, under two event IDs: ${withOthers(sameSalesText(pairs), pairs)}. Both events have the same click, value, currency and order number. ${sameSaleAdvice(first === second)}`,
      facts: { count, share, first_type: first, second_type: second, pairs: listed(pairs) },
      log: second === otherName ? { outcome: 'matched' } : { eventType: second },
    },
  ];
}

const listed = (pairs: readonly Sum[]) =>
  pairs
    .slice(0, maxPairs)
    .map(({ detail, count }) => `${detail}: ${count}`)
    .join(', ');

const sameSaleAdvice = (isOneType: boolean): string =>
  isOneType
    ? 'Send each order with one event_id, from one place.'
    : "Remove one of the types from conversion_event_types in the pixel's settings, or send the value with one of them only.";

const sameSalesText = (pairs: readonly Sum[]) =>
  pairs
    .slice(0, maxPairs)
    .map(({ detail, count }) => {
      const [first, second] = detail.split('+');
      return `${first === second ? `${first} twice` : detail.replace('+', ' and ')} (${count})`;
    })
    .join(', ');

const conflictsText = (pairs: readonly Sum[]) =>
  pairs
    .slice(0, maxPairs)
    .map(({ detail, count }) => {
      const [acceptedType = otherName, sentType = otherName] = detail.split('>');
      return acceptedType === sentType ? `${count} of ${sentType}` : `${count} of ${sentType} with the id of ${acceptedType}`;
    })
    .join(', ');

const withOthers = (text: string, pairs: readonly Sum[]) => {
  const more = total(pairs.slice(maxPairs));
  return `${text}${more > 0 ? ` and ${more} of other types` : ''}`;
};
