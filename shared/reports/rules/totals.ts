import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { addDecimals, type Decimal, subtractDecimals } from '#shared/values/decimal.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';

/** Which of an event's times puts it on its day. Days are UTC. */
export const timeBases = ['occurred', 'received', 'click'] as const;
export type TimeBasis = (typeof timeBases)[number];

export const dimensions = ['day', 'campaign', 'ad_group', 'ad_id', 'event_type'] as const;
export type Dimension = (typeof dimensions)[number];

/** What led to the click of an event: the click ID that it named, or its user. */
export const matchWays = ['svc_click_id', 'external_user_id'] as const;
export type MatchWay = (typeof matchWays)[number];
/** What rows can be grouped by. A report that names no grouping has the dimensions alone. */
export const groupings = [...dimensions, 'matched_by'] as const;
export type Grouping = (typeof groupings)[number];

/** One cell of the totals: where an event is counted. `day` is UTC. */
export type Cell = Record<Dimension, string> & {
  accountId: number;
  environment: Environment;
  basis: TimeBasis;
  pixelKey: string;
  currency: string;
};
export type Amount = { count: number; value: Decimal };
/** An amount, and its parts by the quarter hours of the UTC day. */
export type DayAmount = Amount & { quarters: ReadonlyMap<number, Amount> };
/** A cell's amount. `byUser`: the part of it that events earned by their user alone. */
export type CellAmount = DayAmount & { byUser: DayAmount };

/** A cell that an event counts in, the time that puts it there, and a text that only equal cells have. */
export type PlacedCell = { cell: Cell; at: string; id: string };

/** The cells that an event counts in: one per time basis, or none. */
export function cellsOf(conversion: Conversion): PlacedCell[] {
  const { click, accountId, environment, eventType, currency } = conversion;
  if (!conversion.counts || !click) return [];
  const { pixelKey, campaign, adGroup, adId } = click;
  const same = JSON.stringify([
    accountId,
    environment,
    pixelKey,
    campaign,
    adGroup,
    adId,
    eventType,
    currency,
  ]);
  const times = { occurred: conversion.occurredAt, received: conversion.receivedAt, click: click.clickedAt };
  return timeBases.map((basis) => {
    const at = times[basis];
    const day = dayOf(at);
    return {
      at,
      id: `${basis} ${day} ${same}`,
      cell: {
        ...{ accountId, environment, basis, pixelKey, day, campaign },
        ...{ ad_group: adGroup, ad_id: adId, event_type: eventType, currency },
      },
    };
  });
}

/** Cells by what led to the click: each as the two parts that it consists of, without an empty one. */
export function* byMatchWay<C extends CellAmount>(
  cells: Iterable<C>,
): Generator<C & { matched_by: MatchWay }> {
  for (const cell of cells) {
    const { byUser } = cell;
    if (byUser.count > 0) yield { ...cell, ...byUser, matched_by: 'external_user_id' };
    if (byUser.count === cell.count) continue;
    const quarters = [...cell.quarters].map(
      ([quarter, amount]) => [quarter, without(amount, byUser.quarters.get(quarter))] as const,
    );
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

/** Cells of UTC days as cells of a report's days; what is outside the report is omitted. */
export function* inReportDays<C extends Cell & DayAmount>(
  cells: Iterable<C>,
  days: ReportDays,
): Generator<Omit<C, 'quarters'>> {
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
    // Counted before quarter hours were kept: at noon, UTC.
    const day = rest.count > 0 ? days.dayOfQuarter(cell.day, noon) : undefined;
    if (day !== undefined) yield { ...cell, ...rest, day };
  }
}

export const noon = 48;

export type Row = Partial<Record<Dimension | 'hour', string>> & { matched_by?: MatchWay } & Amount & {
    currency: string;
  };

/**
 * Cells summed over the dimensions that are not asked for; currencies are never added up. Names that differ only by
 * their Unicode form are one row, in form NFC. Sorted by those dimensions.
 */
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
