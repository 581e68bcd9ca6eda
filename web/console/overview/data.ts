import type { Range } from '../kit/dates.ts';
import { daysOf, plusDays, rangeBefore } from '../kit/dates.ts';
import { approximate, sumOf } from '../kit/money.ts';

export type ReportRow = {
  day?: string | undefined;
  campaign?: string | undefined;
  ad_group?: string | undefined;
  ad_id?: string | undefined;
  matched_by?: string | undefined;
  currency: string;
  count: number;
  value: string;
};

/** The currencies of a report, the one with the most conversions first. */
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

export const inRange = (rows: readonly ReportRow[], { from, to }: Range) =>
  rows.filter(({ day = '' }) => day >= from && day <= to);

/** Rows of conversions whose click was found by the customer alone. */
export const byCustomer = (rows: readonly ReportRow[]) =>
  rows.filter(({ matched_by }) => matched_by === 'external_user_id');

/** The days of a range before the first one with a row. */
export function daysBeforeFirst(rows: readonly ReportRow[], range: Range): number {
  const days = daysOf(range);
  const first = rows.reduce((least, { day = '' }) => (day < least ? day : least), plusDays(range.to, 1));
  return days.filter((day) => day < first).length;
}

export type DayPoint = { day: string; now: number; before: number; exact: string; exactBefore: string };
/** A point for each day of the range, also for those without a row, beside the same day of the range before. */
export function dailySeries(
  rows: readonly ReportRow[],
  range: Range,
  measure: { kind: 'value'; currency: string } | { kind: 'count' },
): DayPoint[] {
  const byDay = Map.groupBy(rows, ({ day = '' }) => day);
  const exactOn = (day: string) => {
    const { count, value } = totalsOf(byDay.get(day) ?? [], measure.kind === 'value' ? measure.currency : '');
    return measure.kind === 'value' ? value : String(count);
  };
  const earlier = daysOf(rangeBefore(range));
  return daysOf(range).map((day, i) => {
    const [exact, exactBefore] = [exactOn(day), exactOn(earlier[i] ?? '')];
    return { day, now: approximate(exact), before: approximate(exactBefore), exact, exactBefore };
  });
}

export type Branch = {
  /** Campaign, ad group and ad, as far as the branch reaches. */
  path: string[];
  name: string;
  count: number;
  /** By currency. */
  values: Record<string, string>;
  children: Branch[];
};
const levels = ['campaign', 'ad_group', 'ad_id'] as const;

/** Campaign > ad group > ad, with sums at each level. */
export function treeOf(rows: readonly ReportRow[], level = 0, path: string[] = []): Branch[] {
  const key = levels[level];
  if (!key) return [];
  return [...Map.groupBy(rows, (row) => row[key] ?? '')].map(([name, of]) => {
    const here = [...path, name];
    const values = Object.fromEntries(
      [...Map.groupBy(of, ({ currency }) => currency)].map(([currency, some]) => [
        currency,
        sumOf(some.map(({ value }) => value)),
      ]),
    );
    const count = of.reduce((sum, row) => sum + row.count, 0);
    return { path: here, name, count, values, children: treeOf(of, level + 1, here) };
  });
}

/** What no ad earned, as the funnel report says it. */
export type Unattributed = readonly {
  reason: string;
  count: number;
  values: { currency: string; count: number; value: string }[];
  log_url: string | null;
}[];
/** Its value, by currency. */
export const valuesOf = (unattributed: Unattributed): Record<string, string> =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        unattributed.flatMap(({ values }) => values),
        ({ currency }) => currency,
      ),
    ].map(([currency, some]) => [currency, sumOf(some.map(({ value }) => value))]),
  );

export type Sorting = { by: 'name' | 'count' | 'value'; descending: boolean };
export function sorted(branches: readonly Branch[], { by, descending }: Sorting, currency: string): Branch[] {
  const order = (a: Branch, b: Branch) => {
    if (by === 'name') return a.name.localeCompare(b.name);
    if (by === 'count') return a.count - b.count;
    return approximate(a.values[currency] ?? '0') - approximate(b.values[currency] ?? '0');
  };
  return [...branches]
    .sort((a, b) => order(a, b) * (descending ? -1 : 1) || a.name.localeCompare(b.name))
    .map((branch) => ({ ...branch, children: sorted(branch.children, { by, descending }, currency) }));
}

/** The rows that are shown: children of those that are open. */
export const shownOf = (branches: readonly Branch[], open: ReadonlySet<string>): Branch[] =>
  branches.flatMap((branch) => [branch, ...(open.has(idOf(branch)) ? shownOf(branch.children, open) : [])]);
export const idOf = ({ path }: Branch): string => JSON.stringify(path);
