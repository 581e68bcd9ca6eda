import type { CurrencyOf, FileRow } from './file-rows.ts';
import { lessSum, noRows, type Sum, sumWith } from './sums.ts';

export type PeriodSums = (currency: string, from: string, to: string) => Sum;

/** Sums up to each day make the sum of any period two look-ups. */
export function periodSums(rows: readonly FileRow[], currencyOf: CurrencyOf): PeriodSums {
  const byCurrency = new Map<string, { days: string[]; upTo: Sum[] }>();
  for (const [currency, ofCurrency] of Map.groupBy(rows, ({ row }) => currencyOf(row))) {
    const byDay = [...Map.groupBy(ofCurrency, ({ row }) => row.day)].sort(([a], [b]) => (a < b ? -1 : 1));
    const upTo = [noRows];
    for (const [, ofDay] of byDay) upTo.push(ofDay.reduce((sum, { row }) => sumWith(sum, row), upTo.at(-1) ?? noRows));
    byCurrency.set(currency, { days: byDay.map(([day]) => day), upTo });
  }
  return (currency, from, to) => {
    const { days, upTo } = byCurrency.get(currency) ?? { days: [], upTo: [noRows] };
    return lessSum(upTo[placeAfter(days, to)] ?? noRows, upTo[placeBefore(days, from)] ?? noRows);
  };
}

/** The number of sorted texts for which the condition holds. */
function countWhile(texts: readonly string[], holds: (text: string) => boolean): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(texts[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
const placeBefore = (days: readonly string[], day: string) => countWhile(days, (other) => other < day);
const placeAfter = (days: readonly string[], day: string) => countWhile(days, (other) => other <= day);
