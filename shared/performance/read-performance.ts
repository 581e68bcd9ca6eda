import { maxClickWindowDays } from '#shared/api-keys/rules/keys.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import type { CountedCell, Owner, Series } from '#shared/cells/rules/cells.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import type { ExchangeRates } from '#shared/spend/store/exchange-rates.ts';
import type { SpendAliases } from '#shared/spend/store/spend-aliases.ts';
import type { SpendDays } from '#shared/spend/store/spend-days.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { type CollectOptions, collector, unconvertedIn } from './rules/collect.ts';
import type { ReportPeriod } from './rules/periods.ts';
import { converterTo, missingRates } from './rules/rates.ts';

export type PerformanceDeps = {
  cells: Cells;
  cellStates: CellStates;
  spendDays: SpendDays;
  spendAliases: SpendAliases;
  exchangeRates: ExchangeRates;
};
type Question = Omit<CollectOptions, 'aliases' | 'converter' | 'windowOf' | 'asked'> & {
  periods: readonly ReportPeriod[];
  basis: 'click' | 'occurred';
  adjustedOn: 'order' | 'adjustment';
  currency: string | null;
};

/** A report that reads more than this would occupy a host. */
export const bounds = { cells: 300_000, spendRows: 150_000, joins: 5_000_000 };
export type Bound = keyof typeof bounds;

/**
 * Each stretch of days takes seven queries, in pages of 1 MB. `exceeded` throws the caller's error for a report beyond
 * the bounds.
 */
export async function readPerformance(
  owner: Owner,
  { periods, basis, adjustedOn, currency, ...question }: Question,
  deps: PerformanceDeps,
  {
    windowOf,
    exceeded,
  }: { windowOf: (pixelKey: string) => Promise<number>; exceeded: (bound: Bound) => never },
) {
  const { accountId, environment } = owner;
  const count = { cells: 0, spendRows: 0, joins: 0 };
  const add = (bound: Bound, more: number) => {
    count[bound] += more;
    if (count[bound] > bounds[bound]) exceeded(bound);
  };
  const spans = stretches(periods.map(({ from, to }) => ({ from, to })));
  const utcSpans = stretches(periods.map(({ days }) => ({ from: days.firstUtcDay, to: days.lastUtcDay })));
  const [aliases, rates] = await Promise.all([
    deps.spendAliases.all(accountId, environment),
    currency === null ? [] : ratesOf(accountId, [...spans, ...utcSpans], deps.exchangeRates),
  ]);
  const converter = converterTo(currency, rates);
  const windows = new Map<string, number>();
  const collecting = collector(periods, {
    ...question,
    ...{ aliases, converter },
    windowOf: (pixel) => windows.get(pixel) ?? 0,
    asked: (times) => add('joins', times),
  });
  const net = adjustedOn === 'order' ? (`net_${basis}` as const) : ('net_adjusted' as const);
  const isLaterRead = basis === 'click' && currency !== null;
  const later: Series[] = [
    ...(isLaterRead ? (['click_later'] as const) : []),
    ...(isLaterRead && adjustedOn === 'order' ? (['net_click_later'] as const) : []),
  ];
  for (const series of ['clicks', basis, net, ...later] as const satisfies Series[])
    for (const span of utcSpans)
      for await (const cell of readCells(owner, series, span, deps)) {
        add('cells', 1);
        const pixel = pixelOf(cell);
        if (!windows.has(pixel)) windows.set(pixel, await windowOf(pixel));
        collecting.addCell(cell);
      }
  for (const { from, to } of spans)
    for await (const day of deps.spendDays.between(accountId, environment, from, to)) {
      add('spendRows', day.rows.length);
      collecting.addSpend(day);
    }
  const [current, previous = null] = collecting.collected;
  if (!current) throw new Error('A report has a period.');
  const settings = { aliases, rates: rates.filter(({ to }) => to === currency) };
  return { current, previous, missingRates: missingRates(unconvertedIn(current, previous)), settings };
}

const pixelOf = ({ names }: CountedCell) => names[0] ?? '';

async function ratesOf(
  accountId: number,
  spans: readonly { from: string; to: string }[],
  rates: ExchangeRates,
) {
  const first = spans.map(({ from }) => from).sort()[0] ?? '';
  const last =
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? '';
  // An order follows its click by at most the longest click window, and its clock may be ahead.
  return await rates.between(accountId, first, last < '9999' ? dayAfter(last, maxClickWindowDays + 1) : last);
}

function stretches(periods: readonly { from: string; to: string }[]): { from: string; to: string }[] {
  const mergedPeriods: { from: string; to: string }[] = [];
  for (const { from, to } of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = mergedPeriods.at(-1);
    if (!last || from > dayAfter(last.to)) mergedPeriods.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return mergedPeriods;
}
