import { type Decimal, sumDecimals } from '#shared/values/decimal.ts';
import { packedRow, rowKey, type SpendRow } from './spend-rows.ts';

export type Difference = {
  added: number;
  changed: number;
  removed: number;
  spendBefore: Decimal;
  spendAfter: Decimal;
  /** Imports before 2026-12 have none. */
  byCurrency?: CurrencyChange[];
};
export type CurrencyChange = { currency: string; before: Decimal; after: Decimal };

export const noDifference: Difference = {
  added: 0,
  changed: 0,
  removed: 0,
  spendBefore: '0',
  spendAfter: '0',
};

export function differenceOf(before: readonly SpendRow[], after: readonly SpendRow[]): Difference {
  const earlier = new Map(before.map((row) => [rowKey(row), row]));
  const later = new Set(after.map(rowKey));
  const isChanged = (row: SpendRow) => {
    const old = earlier.get(rowKey(row));
    return old !== undefined && JSON.stringify(packedRow(old)) !== JSON.stringify(packedRow(row));
  };
  return {
    added: after.filter((row) => !earlier.has(rowKey(row))).length,
    changed: after.filter(isChanged).length,
    removed: before.filter((row) => !later.has(rowKey(row))).length,
    spendBefore: spendOf(before),
    spendAfter: spendOf(after),
  };
}

export const spendOf = (rows: readonly SpendRow[]): Decimal => sumDecimals(rows.map(({ spend }) => spend));

export const totalDifference = (all: readonly Difference[]): Difference => ({
  added: all.reduce((sum, { added }) => sum + added, 0),
  changed: all.reduce((sum, { changed }) => sum + changed, 0),
  removed: all.reduce((sum, { removed }) => sum + removed, 0),
  spendBefore: sumDecimals(all.map(({ spendBefore }) => spendBefore)),
  spendAfter: sumDecimals(all.map(({ spendAfter }) => spendAfter)),
  byCurrency: sumOfChanges(all.flatMap(({ byCurrency = [] }) => byCurrency)),
});

/** An import may replace a day in another currency. */
export const changesOf = (
  before: { currency: string; spend: Decimal } | null,
  after: { currency: string; spend: Decimal },
): CurrencyChange[] =>
  sumOfChanges([
    ...(before ? [{ currency: before.currency, before: before.spend, after: '0' }] : []),
    { currency: after.currency, before: '0', after: after.spend },
  ]);

const sumOfChanges = (changes: readonly CurrencyChange[]): CurrencyChange[] =>
  [...Map.groupBy(changes, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, ofCurrency]) => ({
      currency,
      before: sumDecimals(ofCurrency.map(({ before }) => before)),
      after: sumDecimals(ofCurrency.map(({ after }) => after)),
    }));

export const importModes = ['replace_days', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

export function rowsAfter(mode: ImportMode, before: readonly SpendRow[], sentRows: readonly SpendRow[]): SpendRow[] {
  if (mode === 'replace_days') return [...sentRows];
  const all = new Map([...before, ...sentRows].map((row) => [rowKey(row), row]));
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
