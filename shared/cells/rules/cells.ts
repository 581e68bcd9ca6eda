import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { channelOfOlderClick } from '#shared/clicks/rules/older-clicks.ts';
import { consentOf } from '#shared/consent/rules/consent.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { type Conversion, eventFactsOf } from '#shared/conversions/rules/conversions.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type Dimension, dimensions } from './forms.ts';
import { lagOf } from './lag.ts';
import { netChangeOf, netStepsOf } from './net.ts';
import { negative, type Signed } from './signed.ts';

/**
 * Conversions count on the day of their click and on their own day, and changes by adjustments (`net`) also
 * on the day of the adjustment. Days are UTC. `click_later` and `net_click_later` repeat the amounts of `click` and
 * `net_click` whose order is of another day than its click: their `lag` ends with the day of the order, whose exchange
 * rate counts. `consents` repeats the clicks whose consent is known, without the names of their ads.
 */
export const allSeries = [
  'clicks',
  'click',
  'occurred',
  'net_click',
  'net_occurred',
  'net_adjusted',
  'click_later',
  'net_click_later',
  'consents',
] as const;
export type Series = (typeof allSeries)[number];
export const isLaterSeries = (series: Series): boolean => series.endsWith('_later');
export const isClickSeries = (series: Series): boolean => series === 'clicks' || series === 'consents';
export const isNetSeries = (series: Series): boolean => series.startsWith('net_');

export { type Dimension, dimensions } from './forms.ts';
export type Names = readonly string[];

export const nameOf = (names: Names, dimension: Dimension): string => names[dimensions.indexOf(dimension)] ?? '';

export const otherCampaign = '(other)';

export const withoutOwnNames = (names: Names): Names =>
  names.map((name, at) => {
    if (dimensions[at] === 'campaign') return otherCampaign;
    return dimensions[at] === 'ad_group' || dimensions[at] === 'ad_id' ? '' : name;
  });

export const hasOwnNames = (names: Names): boolean =>
  (['campaign', 'ad_group', 'ad_id'] as const).some((field) => nameOf(names, field) !== '');

export type Amount = { count: number; value: Signed };
/** A quarter hour of the UTC day is numbered from 0 to 95. */
export type Quarter = Amount & { quarter: number };
export type Cell = { series: Series; day: string; names: Names };
export type CountedCell = Cell & Amount & { quarters: readonly Quarter[] };
export type Contribution = Cell & Quarter;

export type Counted = ({ kind: 'session' } & Click & Marked) | ({ kind: 'conversion' } & Conversion & Marked);
/** `cellMarkedOn` is the day of the adjustment by which a recount found the item. */
export type Marked = { cellGeneration?: number; cellMarkedLate?: number; cellMarkedOn?: string };
export type Owner = { accountId: AccountId; environment: Environment };

export const arrivalOf = (item: Counted): string => (item.kind === 'session' ? item.createdAt : item.receivedAt);

export function contributionsOf(item: Counted): Contribution[] {
  return item.kind === 'session' ? clicksOf(item) : conversionsOf(item);
}

function clicksOf(click: Click): Contribution[] {
  const { pixelKey, campaign, adGroup, adId, createdAt, facts } = click;
  const channel = facts?.channel ?? channelOfOlderClick(click).channel;
  const { traffic = 'unknown', trafficRule = '' } = facts ?? {};
  const counted = { day: dayOf(createdAt), quarter: quarterOf(createdAt), count: 1, value: '0' } as const;
  const { adUserData } = consentOf({ click: click.consent });
  // The place of the event type has the consent, since a further name would need another form of sealed cells.
  const consents = {
    ...counted,
    series: 'consents',
    names: [pixelKey, channel, '', '', '', traffic, adUserData ?? '', '', '', ''],
  } as const;
  return [
    { ...counted, series: 'clicks', names: [pixelKey, channel, campaign, adGroup, adId, traffic, '', '', trafficRule, ''] },
    ...(adUserData ? [consents] : []),
  ];
}

function conversionsOf(event: Conversion): Contribution[] {
  const { click, counts, eventType, currency, matchedBy = 'svc_click_id', occurredAt } = event;
  if (!counts || !click) return [];
  const { pixelKey, campaign, adGroup, adId, clickedAt } = click;
  const { channel = 'unknown', traffic = 'human' } = eventFactsOf(event);
  const names = [pixelKey, channel, campaign, adGroup, adId, traffic, eventType, currency];
  const on = (
    series: Series,
    at: string,
    lag: string,
    { count, value, way }: Amount & { way: string } = { count: 1, value: event.value, way: matchedBy },
  ): Contribution => ({
    series,
    day: dayOf(at),
    quarter: quarterOf(at),
    count,
    value,
    names: [...names, way, lag],
  });
  // Only reports by the day of the click need the lag of conversions.
  const lag = lagOf(clickedAt, occurredAt);
  const change = netChangeOf(event);
  const ordered = `${lag} ${dayOf(occurredAt)}`;
  const laterOn = [on('click_later', clickedAt, ordered), ...(change ? [on('net_click_later', clickedAt, ordered, change)] : [])].filter(
    ({ value }) => value !== '0',
  );
  return [
    on('click', clickedAt, lag),
    on('occurred', occurredAt, ''),
    ...(change ? [on('net_click', clickedAt, lag, change), on('net_occurred', occurredAt, '', change)] : []),
    ...netStepsOf(event).map((step) => on('net_adjusted', step.at, '', step)),
    ...(dayOf(clickedAt) === dayOf(occurredAt) ? [] : laterOn),
  ];
}

export function deltasOf(
  before: Counted | null,
  after: Counted | null,
  counts: (item: Counted, cell: Cell) => boolean = () => true,
): Contribution[] {
  // An item that expired or was erased has been counted and stays counted.
  if (!after) return [];
  const current = contributionsOf(isErasure(before, after) ? (before as Counted) : after);
  const earlier = before ? contributionsOf(before) : [];
  return withoutEqual([
    ...current.filter((contribution) => counts(after, contribution)),
    ...earlier
      .filter((contribution) => counts(before as Counted, contribution))
      .map((contribution) => ({
        ...contribution,
        count: -contribution.count,
        value: negative(contribution.value),
      })),
  ]);
}

/** An erased click has lost the network IDs by which an older click is classified. */
const isErasure = (before: Counted | null, after: Counted) =>
  after.kind === 'session' && Boolean(after.erasedAt) && before !== null && !before.erasedAt;

function withoutEqual(deltas: readonly Contribution[]): Contribution[] {
  const rest: Contribution[] = [];
  for (const delta of deltas) {
    const opposite = rest.findIndex((contribution) => isOpposite(contribution, delta));
    if (opposite >= 0) rest.splice(opposite, 1);
    else rest.push(delta);
  }
  return rest;
}

const isOpposite = (a: Contribution, b: Contribution) =>
  a.count === -b.count &&
  a.series === b.series &&
  a.day === b.day &&
  a.quarter === b.quarter &&
  a.value === negative(b.value) &&
  a.names.every((name, at) => name === b.names[at]);
