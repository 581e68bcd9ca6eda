import { sha256 } from '#shared/values/ids.ts';
import { type Grouping, groupings } from './dimensions.ts';
import { compareExact } from './exact.ts';
import type { Row } from './rows.ts';

export const sortFigures = [
  'clicks',
  'conversions',
  'conversion_rate',
  'value',
  'average_value',
  'spend',
  'impressions',
  'platform_clicks',
  'cost_per_click',
  'cost_per_conversion',
  'return_on_ad_spend',
  'net_value',
  'net_return',
  'adjusted',
  'voided',
] as [
  ...['clicks', 'conversions', 'conversion_rate', 'value', 'average_value', 'spend', 'impressions'],
  ...['platform_clicks', 'cost_per_click', 'cost_per_conversion', 'return_on_ad_spend'],
  ...['net_value', 'net_return', 'adjusted', 'voided'],
];
export type SortField = Grouping | (typeof sortFigures)[number];
export type Sort = { field: SortField; isDescending: boolean };

export type RowPlace = { value: string | null; id: string };

const isGrouping = (field: SortField): field is Grouping => (groupings as readonly string[]).includes(field);

/** Rows of a time grouping are in the order of time, other rows by spend. */
export const usualSort = (groupBy: readonly Grouping[]): Sort => {
  const time = groupBy.find((grouping) => grouping === 'day' || grouping === 'week' || grouping === 'month');
  return time ? { field: time, isDescending: false } : { field: 'spend', isDescending: true };
};

/** Rows with unknown values come last in either direction; rows with equal values are sorted by name. */
export function sortedRows(rows: readonly Row[], groupBy: readonly Grouping[], sort: Sort) {
  return rows.map((row) => ({ row, place: placeOf(row, groupBy, sort.field) })).sort((a, b) => comparePlaces(a.place, b.place, sort));
}

const figure = /^-?\d+(\.\d+)?$/;
export const isPlaceOf = ({ value }: RowPlace, { field }: Sort): boolean => value === null || isGrouping(field) || figure.test(value);

const maxTextLength = 200;
/** A page's cursor is part of a URL, so long names are hashed. */
const shortened = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength / 2)}${sha256(text)}` : text);

export function placeOf(row: Row, groupBy: readonly Grouping[], field: SortField): RowPlace {
  const value = isGrouping(field) ? (row.names[groupBy.indexOf(field)] ?? null) : row.figures[field];
  return {
    value: value === null ? null : shortened(String(value)),
    id: shortened(JSON.stringify([...row.names, row.currency])),
  };
}

export function comparePlaces(a: RowPlace, b: RowPlace, { field, isDescending }: Sort): number {
  const sign = isDescending ? -1 : 1;
  if (a.value === null || b.value === null) {
    if (a.value !== b.value) return a.value === null ? 1 : -1;
  } else {
    const order = isGrouping(field) ? (a.value < b.value ? -1 : a.value > b.value ? 1 : 0) : compareExact(a.value, b.value);
    if (order !== 0) return sign * order;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
