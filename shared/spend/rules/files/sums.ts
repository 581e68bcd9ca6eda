import type { SentRow } from '#shared/spend/rules/sent-row.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { type Decimal, decimalOf, decimalPlaces } from '#shared/values/decimal.ts';

const plain = /^\d{1,30}(\.\d{1,30})?$/;
export const isPlainFigure = (figure: string | null): figure is string => figure !== null && plain.test(figure);

/** Spend is counted in units of 10^-31, so that every plain figure and half of every smallest unit is whole. */
const places = 31;
const unitsOf = (spend: string): bigint => {
  const decimal = decimalOf(spend);
  return BigInt(decimal.replace('.', '') + '0'.repeat(places - decimalPlaces(decimal)));
};
const halfUnit = (currency: string): bigint => 5n * 10n ** BigInt(places - minorUnitDigits(currency) - 1);

export type Sum = { rows: number; units: bigint; impressions: number | null; clicks: number | null };

const countOf = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);
const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

export const noRows: Sum = { rows: 0, units: 0n, impressions: 0, clicks: 0 };

export const sumWith = (sum: Sum, row: SentRow): Sum => ({
  rows: sum.rows + 1,
  units: sum.units + unitsOf(row.spend),
  impressions: added(sum.impressions, countOf(row.impressions)),
  clicks: added(sum.clicks, countOf(row.clicks)),
});

export const sumOf = (rows: readonly SentRow[]): Sum => rows.reduce(sumWith, noRows);

export const lessSum = (a: Sum, b: Sum): Sum => ({
  rows: a.rows - b.rows,
  units: a.units - b.units,
  impressions: a.impressions === null || b.impressions === null ? null : a.impressions - b.impressions,
  clicks: a.clicks === null || b.clicks === null ? null : a.clicks - b.clicks,
});

/** The difference to the total, if it is what rounding each row explains: half of the smallest unit for each row. */
export function roundingOf(total: string, { rows, units }: Sum, currency: string): bigint | null {
  const difference = unitsOf(total) - units;
  const size = difference < 0n ? -difference : difference;
  return size <= BigInt(rows) * halfUnit(currency) ? difference : null;
}

export const isSameCount = (text: string | null, sum: number | null): boolean =>
  sum === null || countOf(text) === null || countOf(text) === sum;

export function decimalOfUnits(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const decimal = decimalOf(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
  return units < 0n ? `-${decimal}` : decimal;
}
