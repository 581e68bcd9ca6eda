import type { Conversion } from './conversions.ts';
import { addDecimals, type Decimal } from './decimal.ts';
import { dayOf } from './iso-date.ts';

/** Which of an event's times puts it on its day. Days are UTC. */
export const timeBases = ['occurred', 'received', 'click'] as const;
export type TimeBasis = (typeof timeBases)[number];

export const dimensions = ['day', 'campaign', 'ad_group', 'ad_id', 'event_type'] as const;
export type Dimension = (typeof dimensions)[number];

/** One cell of the totals: where an event is counted. */
export type Cell = Record<Dimension, string> & { accountId: number; basis: TimeBasis; currency: string };
export type Amount = { count: number; value: Decimal };

/** The cells that an event counts in: one per time basis, or none. */
export function cellsOf(conversion: Conversion): Cell[] {
  const { click } = conversion;
  if (!conversion.counts || !click) return [];
  const times = { occurred: conversion.occurredAt, received: conversion.receivedAt, click: click.clickedAt };
  return timeBases.map((basis) => ({
    accountId: conversion.accountId,
    basis,
    day: dayOf(times[basis]),
    campaign: click.campaign,
    ad_group: click.adGroup,
    ad_id: click.adId,
    event_type: conversion.eventType,
    currency: conversion.currency,
  }));
}

export type Row = Partial<Record<Dimension, string>> & Amount & { currency: string };

/** Cells summed over the dimensions that are not asked for; currencies are never added up. Sorted by those dimensions. */
export function rowsOf(cells: Iterable<Cell & Amount>, groupBy: readonly Dimension[]): Row[] {
  const rows = new Map<string, Row>();
  for (const cell of cells) {
    const key = JSON.stringify([...groupBy.map((dimension) => cell[dimension]), cell.currency]);
    const row = rows.get(key);
    if (row) {
      row.count += cell.count;
      row.value = addDecimals(row.value, cell.value);
    } else {
      const group = Object.fromEntries(groupBy.map((dimension) => [dimension, cell[dimension]]));
      rows.set(key, { ...group, currency: cell.currency, count: cell.count, value: cell.value });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
