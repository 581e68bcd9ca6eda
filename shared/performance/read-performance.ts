import { readCells } from '#shared/cells/read-cells.ts';
import type { CountedCell, Owner, Series } from '#shared/cells/rules/cells.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import { maxClickWindowDays } from '#shared/clicks/rules/click-rules.ts';
import type { ExchangeRates } from '#shared/spend/store/exchange-rates.ts';
import type { SpendAliases } from '#shared/spend/store/spend-aliases.ts';
import type { SpendDays } from '#shared/spend/store/spend-days.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { type CollectOptions, collector, unconvertedIn } from './rules/collect.ts';
import { joinDays } from './rules/limits.ts';
import type { ReportPeriod } from './rules/periods.ts';
import { converterTo, missingRates } from './rules/rates.ts';

export type PerformanceDeps = {
  cells: Cells;
  cellStates: CellStates;
  spendDays: SpendDays;
  spendAliases: SpendAliases;
  exchangeRates: ExchangeRates;
};
type Question = Omit<CollectOptions, 'aliases' | 'converter' | 'windowOf' | 'asked' | 'adjustedOn'> & {
  zone: string;
  periods: readonly ReportPeriod[];
  basis: 'click' | 'occurred';
  adjustedOn: 'order' | 'adjustment';
  currency: string | null;
};

/** A report that reads more than this would occupy a host. */
export const bounds = { cells: 300_000, spendRows: 150_000, joins: 5_000_000 };
export type Bound = keyof typeof bounds;

/**
 * Each stretch of days takes seven queries, in pages of 1 MB. Clicks and spend of the days around it join too. `exceeded` throws the caller's error for a report beyond
 * the bounds.
 */
export async function readPerformance(
  owner: Owner,
  { periods, zone, basis, adjustedOn, currency, ...question }: Question,
  deps: PerformanceDeps,
  { windowOf, exceeded }: { windowOf: (pixelKey: string) => Promise<number>; exceeded: (bound: Bound) => never },
) {
  const { accountId, environment } = owner;
  const count = { cells: 0, spendRows: 0, joins: 0 };
  const add = (bound: Bound, more: number) => {
    count[bound] += more;
    if (count[bound] > bounds[bound]) exceeded(bound);
  };
  const spans = stretches(periods);
  const windows = windowsOf(periods, zone);
  const [utcSpans, utcWindows] = [periods.map(({ days }) => days), windows].map((all) =>
    stretches(all.map((days) => ({ from: days.firstUtcDay, to: days.lastUtcDay }))),
  ) as [Span[], Span[]];
  const [aliases, rates] = await Promise.all([
    deps.spendAliases.all(accountId, environment),
    currency === null ? [] : ratesOf(accountId, [...spans, ...utcSpans], deps.exchangeRates),
  ]);
  const converter = converterTo(currency, rates);
  const clickWindows = new Map<string, number>();
  const collecting = collector(periods, windows, {
    ...question,
    aliases,
    converter,
    adjustedOn,
    windowOf: (pixel) => clickWindows.get(pixel) ?? 0,
    asked: (times) => add('joins', times),
  });
  const others: Series[] = [
    ...([basis, `net_${basis}`] as const),
    ...(adjustedOn === 'adjustment' ? (['net_adjusted'] as const) : []),
    ...(basis === 'click' && currency !== null ? (['click_later', 'net_click_later'] as const) : []),
  ];
  for (const series of ['clicks', ...others] as const)
    for (const span of series === 'clicks' ? utcWindows : utcSpans)
      for await (const cell of readCells(owner, series, span, deps)) {
        if (isIn(utcSpans, cell.day)) add('cells', 1);
        const pixel = pixelOf(cell);
        if (!clickWindows.has(pixel)) clickWindows.set(pixel, await windowOf(pixel));
        collecting.addCell(cell);
      }
  for (const { from, to } of stretches(periods.map(widened)))
    for await (const day of deps.spendDays.between(accountId, environment, from, to)) {
      if (isIn(spans, day.day)) add('spendRows', day.rows.length);
      collecting.addSpend(day);
    }
  const collected = collecting.collected();
  const [current, previous = null] = collected;
  if (!current) throw new Error('A report has a period.');
  const settings = { aliases, rates: rates.filter(({ to }) => to === currency) };
  return {
    current,
    previous,
    missingRates: missingRates(unconvertedIn(collected)),
    settings,
    ...collecting.spendFacts(),
  };
}

/** The days of the periods with those around them, whose clicks join spend. */
export const windowsOf = (periods: readonly Span[], zone: string) =>
  stretches(periods.map(widened)).map(({ from, to }) => reportDays(from, to, zone));

type Span = { from: string; to: string };
/** The years before 1 and after 9999 have other texts. */
const widened = ({ from, to }: Span): Span => ({
  from: from < '0001-02-01' ? from : dayAfter(from, -joinDays),
  to: to > '9999-11-30' ? to : dayAfter(to, joinDays),
});
const isIn = (spans: readonly Span[], day: string) => spans.some(({ from, to }) => day >= from && day <= to);

const pixelOf = ({ names }: CountedCell) => names[0] ?? '';

async function ratesOf(accountId: AccountId, spans: readonly { from: string; to: string }[], rates: ExchangeRates) {
  const first = spans.map(({ from }) => from).sort()[0] ?? '';
  const last =
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? '';
  // An order follows its click by at most the longest click window, and its clock may be ahead.
  return await rates.between(accountId, first, last < '9999' ? dayAfter(last, maxClickWindowDays + 1) : last);
}

function stretches(periods: readonly Span[]): Span[] {
  const mergedPeriods: Span[] = [];
  for (const { from, to } of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = mergedPeriods.at(-1);
    if (!last || from > dayAfter(last.to)) mergedPeriods.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return mergedPeriods;
}
