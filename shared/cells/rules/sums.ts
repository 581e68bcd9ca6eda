import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { type Amount, type CountedCell, type Dimension, nameOf } from './cells.ts';
import { addSigned, type Signed } from './signed.ts';

export type Grouping = Dimension | 'day';
/** Amounts of two currencies are never added, so each currency is a row. */
export type SumRow = Partial<Record<Grouping, string>> & {
  currency: string;
  clicks: number;
  conversions: number;
  value: Signed;
};

/** Names that are equal in Unicode form NFC are one row. Clicks have no currency. */
export function sumCells(
  cells: Iterable<CountedCell>,
  days: ReportDays,
  {
    groupBy,
    keeps = () => true,
  }: { groupBy: readonly Grouping[]; keeps?: (name: (dimension: Dimension) => string) => boolean },
): SumRow[] {
  const rows = new Map<string, SumRow>();
  for (const cell of cells) {
    const name = (dimension: Dimension) => nameOf(cell.names, dimension);
    if (!keeps(name)) continue;
    const add = (day: string, { count, value }: Amount) => {
      if (count === 0 && value === '0') return;
      const names = groupBy.map((field) => (field === 'day' ? day : name(field).normalize('NFC')));
      const id = JSON.stringify([...names, name('currency')]);
      const row = rows.get(id) ?? {
        ...Object.fromEntries(groupBy.map((field, at) => [field, names[at]])),
        currency: name('currency'),
        clicks: 0,
        conversions: 0,
        value: '0',
      };
      rows.set(id, row);
      if (cell.series === 'clicks') row.clicks += count;
      else row.conversions += count;
      row.value = addSigned(row.value, value);
    };
    const whole = days.wholeDay(cell.day);
    if (whole !== null) {
      if (whole !== undefined) add(whole, cell);
      continue;
    }
    for (const quarterSum of cell.quarters) {
      const day = days.dayOfQuarter(cell.day, quarterSum.quarter);
      if (day !== undefined) add(day, quarterSum);
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
