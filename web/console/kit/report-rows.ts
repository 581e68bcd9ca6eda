import type { Interval, Range } from './dates.ts';
import { daysOf, hoursOf, plusDays, startOf } from './dates.ts';
import { approximate, countText, dividedBy, placesOf, sumOf } from './money.ts';

export type ReportRow = {
  day?: string | undefined;
  hour?: string | undefined;
  event_type?: string | undefined;
  campaign?: string | undefined;
  ad_group?: string | undefined;
  ad_id?: string | undefined;
  matched_by?: string | undefined;
  currency: string;
  count: number;
  value: string;
};

export function currenciesOf(rows: readonly ReportRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, count } of rows) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency);
}

export type Totals = { count: number; value: string };
export const totalsOf = (rows: readonly ReportRow[], currency: string): Totals => ({
  count: rows.reduce((sum, row) => sum + row.count, 0),
  value: sumOf(rows.filter((row) => row.currency === currency).map(({ value }) => value)),
});

export const inRange = (rows: readonly ReportRow[], { from, to }: Range) => rows.filter(({ day = '' }) => day >= from && day <= to);

/** These conversions were matched to a click only by the user's ID. */
export const byCustomer = (rows: readonly ReportRow[]) => rows.filter(({ matched_by }) => matched_by === 'external_user_id');

export function missingDays(what: string, rows: readonly { day?: string | null | undefined }[], range: Range): string[] {
  const days = daysOf(range);
  const first = rows.reduce((least, { day }) => (day && day < least ? day : least), plusDays(range.to, 1));
  const missing = days.filter((day) => day < first).length;
  if (missing === 0 || missing === days.length) return [];
  return [`No ${what} is known of the first ${countText(missing)} days of the period before.`];
}

export type Point = {
  /** The instant is the first day of the point, or the beginning of its hour. */
  at: string;
  /** A point without days (`null`) is an hour. */
  days: Range | null;
  /** An unknown figure is `null`. */
  now: number | null;
  before: number | null;
  exact: string;
  exactBefore: string | null;
  isPartial: boolean;
};
export type Measure = { kind: 'value'; currency: string } | { kind: 'count' };
type Period = { rows: readonly ReportRow[]; range: Range };

export function seriesOf(
  { rows, range }: Period,
  before: Period | null,
  measure: Measure,
  {
    interval,
    zone,
    now,
    isByHour = range.from === range.to,
  }: { interval: Interval; zone: string; now: { day: string; at: number }; isByHour?: boolean },
): Point[] {
  const amounts = (of: readonly ReportRow[]) => {
    const groups = Map.groupBy(of, ({ day = '', hour = '' }) => (isByHour ? hour : day));
    return (slot: string) => {
      const { count, value } = totalsOf(groups.get(slot) ?? [], measure.kind === 'value' ? measure.currency : '');
      return measure.kind === 'value' ? value : String(count);
    };
  };
  const slotsOf = (of: Range) => (isByHour ? hoursOf(of.from, zone) : daysOf(of));
  const [exactOn, exactBeforeOn] = [amounts(rows), amounts(before?.rows ?? [])];
  const slots = slotsOf(range);
  const earlier = before ? slotsOf(before.range) : [];
  const places = new Map(slots.map((slot, i) => [slot, earlier[i]]));
  const isAhead = (slot: string) => (isByHour ? Date.parse(slot) > now.at : slot > now.day);
  const isOpen = (slot: string) => (isByHour ? !isAhead(slot) && Date.parse(slot) + 3_600_000 > now.at : slot === now.day);
  const parts = Map.groupBy(slots, (slot) => (isByHour ? slot : startOf(slot, interval)));
  return [...parts.values()].map((of) => {
    const [first = '', last = ''] = [of[0], of.at(-1)];
    const exact = sumOf(of.map(exactOn));
    const pairs = of.flatMap((slot) => places.get(slot) ?? []);
    const exactBefore = pairs.length > 0 ? sumOf(pairs.map(exactBeforeOn)) : null;
    return {
      at: first,
      days: isByHour ? null : { from: first, to: last },
      exact,
      exactBefore,
      now: isAhead(first) ? null : approximate(exact),
      before: exactBefore === null ? null : approximate(exactBefore),
      isPartial: of.some(isOpen),
    };
  });
}

const orderTypes = ['order_created', 'purchase_completed'];

export type Amount = { count: number; value: string; perOrder: string | null };
/**
 * The value per order counts orders only, or all events of `type` if given. The value is null without an
 * order.
 */
export const amountsOf = (rows: readonly ReportRow[], type?: string): Record<string, Amount> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => {
      const orders = some.filter(({ event_type = '' }) => type === event_type || orderTypes.includes(event_type));
      const [all, ofOrders] = [totalsOf(some, currency), totalsOf(orders, currency)];
      return [currency, { ...all, perOrder: dividedBy(ofOrders.value, ofOrders.count, placesOf(currency)) }];
    }),
  );

export const typesOf = (rows: readonly ReportRow[]) =>
  [...Map.groupBy(rows, ({ event_type = '' }) => event_type)]
    .map(([type, some]) => ({ type, count: totalsOf(some, '').count, amounts: amountsOf(some, type) }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type));

export type Branch = {
  path: string[];
  name: string;
  count: number;
  amounts: Record<string, Amount>;
  children: Branch[];
};
const levels = ['campaign', 'ad_group', 'ad_id'] as const;

export function treeOf(rows: readonly ReportRow[], type?: string, level = 0, path: string[] = []): Branch[] {
  const key = levels[level];
  if (!key) return [];
  return [...Map.groupBy(rows, (row) => row[key] ?? '')].map(([name, of]) => {
    const here = [...path, name];
    const count = of.reduce((sum, row) => sum + row.count, 0);
    const children = treeOf(of, type, level + 1, here);
    return { path: here, name, count, amounts: amountsOf(of, type), children };
  });
}

export const leavesOf = (branches: readonly Branch[]): Branch[] =>
  branches.flatMap((branch) => (branch.children.length > 0 ? leavesOf(branch.children) : [branch]));

export type Unattributed = readonly {
  reason: string;
  count: number;
  values: { currency: string; count: number; value: string }[];
  log_url: string | null;
}[];
export const valuesOf = (unattributed: Unattributed): Record<string, string> =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        unattributed.flatMap(({ values }) => values),
        ({ currency }) => currency,
      ),
    ].map(([currency, some]) => [currency, sumOf(some.map(({ value }) => value))]),
  );

export type SortField = 'name' | 'count' | 'value' | 'perOrder';
type Sorting = { by: SortField; isDescending: boolean };
export function sorted(branches: readonly Branch[], sort: Sorting, currency: string): Branch[] {
  const { by, isDescending } = sort;
  const order = (a: Branch, b: Branch) => {
    if (by === 'name') return a.name.localeCompare(b.name);
    if (by === 'count') return a.count - b.count;
    const of = ({ amounts }: Branch) => approximate(amounts[currency]?.[by] ?? '0');
    return of(a) - of(b);
  };
  return [...branches]
    .sort((a, b) => order(a, b) * (isDescending ? -1 : 1) || a.name.localeCompare(b.name))
    .map((branch) => ({ ...branch, children: sorted(branch.children, sort, currency) }));
}

export const shownOf = (branches: readonly Branch[], openIds: ReadonlySet<string>): Branch[] =>
  branches.flatMap((branch) => [branch, ...(openIds.has(idOf(branch)) ? shownOf(branch.children, openIds) : [])]);
export const idOf = ({ path }: Branch): string => JSON.stringify(path);
