import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { addDecimals, type Decimal, subtractDecimals } from '#shared/values/decimal.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const timeBases = ['occurred', 'received', 'click'] as const;
export type TimeBasis = (typeof timeBases)[number];

export const dimensions = ['day', 'campaign', 'ad_group', 'ad_id', 'event_type'] as const;
export type Dimension = (typeof dimensions)[number];

export const matchWays = ['svc_click_id', 'external_user_id'] as const;
export type MatchWay = (typeof matchWays)[number];
export const groupings = [...dimensions, 'matched_by'] as const;
export type Grouping = (typeof groupings)[number];

export type Cell = Record<Dimension, string> & {
  accountId: AccountId;
  environment: Environment;
  basis: TimeBasis;
  pixelKey: string;
  currency: string;
};
export type Amount = { count: number; value: Decimal };
export type DayAmount = Amount & { quarters: ReadonlyMap<number, Amount> };
export type CellAmount = DayAmount & { byUser: DayAmount };

/** `at` decides a cell's quarter hour; equal cells have equal `id`s. */
export type PlacedCell = { cell: Cell; at: string; id: string };

export function cellsOf(conversion: Conversion): PlacedCell[] {
  const { click, accountId, environment, eventType, currency } = conversion;
  if (!conversion.counts || !click) return [];
  const { pixelKey, campaign, adGroup, adId } = click;
  const same = JSON.stringify([accountId, environment, pixelKey, campaign, adGroup, adId, eventType, currency]);
  const times = { occurred: conversion.occurredAt, received: conversion.receivedAt, click: click.clickedAt };
  return timeBases.map((basis) => {
    const at = times[basis];
    const day = dayOf(at);
    return {
      at,
      id: `${basis} ${day} ${same}`,
      cell: {
        accountId,
        environment,
        basis,
        pixelKey,
        day,
        campaign,
        ad_group: adGroup,
        ad_id: adId,
        event_type: eventType,
        currency,
      },
    };
  });
}

export function* byMatchWay<C extends CellAmount>(cells: Iterable<C>): Generator<C & { matched_by: MatchWay }> {
  for (const cell of cells) {
    const { byUser } = cell;
    if (byUser.count > 0) yield { ...cell, ...byUser, matched_by: 'external_user_id' };
    if (byUser.count === cell.count) continue;
    const quarters = [...cell.quarters].map(([quarter, amount]) => [quarter, without(amount, byUser.quarters.get(quarter))] as const);
    yield {
      ...cell,
      ...without(cell, byUser),
      quarters: new Map(quarters.filter(([, { count }]) => count > 0)),
      matched_by: 'svc_click_id',
    };
  }
}

export const without = (amount: Amount, part: Amount | undefined): Amount => ({
  count: amount.count - (part?.count ?? 0),
  value: part ? subtractDecimals(amount.value, part.value) : amount.value,
});

export function* inReportDays<C extends Cell & DayAmount>(cells: Iterable<C>, days: ReportDays): Generator<Omit<C, 'quarters'>> {
  for (const { quarters, ...cell } of cells) {
    const whole = days.wholeDay(cell.day);
    if (whole !== null) {
      if (whole !== undefined) yield { ...cell, day: whole };
      continue;
    }
    let rest: Amount = cell;
    for (const [quarter, amount] of quarters) {
      rest = without(rest, amount);
      const day = days.dayOfQuarter(cell.day, quarter);
      if (day !== undefined) yield { ...cell, ...amount, day };
    }
    const day = rest.count > 0 ? days.dayOfQuarter(cell.day, noon) : undefined;
    if (day !== undefined) yield { ...cell, ...rest, day };
  }
}

export const noon = 48;

export type Row = Partial<Record<Dimension | 'hour', string>> & { matched_by?: MatchWay } & Amount & {
    currency: string;
  };

export function rowsOf(
  cells: Iterable<Cell & Amount & { matched_by?: MatchWay; hour?: string }>,
  groupBy: readonly (Grouping | 'hour')[],
): Row[] {
  const rows = new Map<string, Row>();
  for (const cell of cells) {
    const names = groupBy.map((dimension) => cell[dimension]?.normalize('NFC'));
    const key = JSON.stringify([...names, cell.currency]);
    const row = rows.get(key);
    if (row) {
      row.count += cell.count;
      row.value = addDecimals(row.value, cell.value);
    } else {
      const group = Object.fromEntries(groupBy.map((dimension, index) => [dimension, names[index]]));
      rows.set(key, { ...group, currency: cell.currency, count: cell.count, value: cell.value });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
