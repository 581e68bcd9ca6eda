import { type CountedCell, type Dimension, dimensions, type Series } from '#shared/cells/rules/cells.ts';
import { windowsOf } from '#shared/performance/read-performance.ts';
import { type CollectOptions, collector, unconvertedIn } from '#shared/performance/rules/collect.ts';
import type { Grouping } from '#shared/performance/rules/dimensions.ts';
import type { SpendOfAccount } from '#shared/performance/rules/object-names.ts';
import { type Comparison, periodsOf } from '#shared/performance/rules/periods.ts';
import { converterTo, missingRates } from '#shared/performance/rules/rates.ts';
import { type Row, rowsOf, totalsOf, totalsWithSpend } from '#shared/performance/rules/rows.ts';
import { levelOf, type SpendRow } from '#shared/spend/rules/spend-rows.ts';

type Names = Partial<Record<Dimension, string>>;
const usual: Names = { pixel_key: 'pk_1', channel: 'paid_search', traffic: 'human' };

export function cell(series: Series, day: string, names: Names, count: number, value = '0', quarter = 48): CountedCell {
  const all = { ...usual, ...(series !== 'clicks' && orderNames), ...names };
  const amount = { count, value };
  return {
    series,
    day,
    ...amount,
    quarters: [{ quarter, ...amount }],
    names: dimensions.map((one) => all[one] ?? ''),
  };
}
const orderNames: Names = {
  event_type: 'order_created',
  currency: 'USD',
  matched_by: 'svc_click_id',
  lag: '0',
};

const none = {
  campaignId: null,
  campaign: null,
  adGroupId: null,
  adGroup: null,
  adId: null,
  ad: null,
  impressions: null,
  clicks: null,
  reportedConversions: null,
  reportedValue: null,
};
export function spendOn(
  day: string,
  rows: readonly (Partial<SpendRow> & { spend: string })[],
  more: Partial<SpendOfAccount> = {},
): SpendOfAccount {
  const all = rows.map((row) => ({ ...none, ...row }));
  return {
    day,
    network: 'google_ads',
    adAccount: 'a',
    currency: 'USD',
    timeZone: 'UTC',
    pixelKey: null,
    level: levelOf(all[0] ?? none),
    rows: all,
    ...more,
  };
}

export type Question = Partial<Omit<CollectOptions, 'groupBy' | 'converter'>> & {
  from?: string;
  to?: string;
  zone?: string;
  groupBy?: readonly Grouping[];
  compare?: Comparison;
  sameAge?: boolean;
  basis?: 'click' | 'occurred';
  adjustedOn?: 'order' | 'adjustment';
  currency?: string | null;
  rates?: Parameters<typeof converterTo>[1];
  now?: number;
};

export function reportOf(
  { cells = [], spend = [] }: { cells?: readonly CountedCell[]; spend?: readonly SpendOfAccount[] },
  question: Question = {},
) {
  const { from = '2026-11-01', to = '2026-11-30', zone = 'UTC', groupBy = ['ad_id'] } = question;
  const { compare = 'none', sameAge = false, basis = 'click', currency = null, rates = [] } = question;
  const { adjustedOn = 'order' } = question;
  const now = question.now ?? Date.parse('2027-06-01T00:00:00Z');
  const { current, previous } = periodsOf({ from, to }, zone, { comparison: compare, sameAge, now });
  const converter = converterTo(currency, rates);
  const periods = previous ? [current, previous] : [current];
  const collecting = collector(periods, windowsOf(periods, zone), {
    showsUnjoined: true,
    conversion: 'order_created',
    traffic: 'human',
    paid: 'true',
    pixelKey: undefined,
    aliases: [],
    windowOf: () => 30,
    ...question,
    groupBy,
    converter,
  });
  const read: Series[] = [
    ...(['clicks', basis, `net_${basis}`] as const),
    ...(adjustedOn === 'adjustment' ? (['net_adjusted'] as const) : []),
    ...(basis === 'click' ? (['click_later', 'net_click_later'] as const) : []),
  ];
  for (const series of read) for (const one of cells) if (one.series === series) collecting.addCell(one);
  for (const one of spend) collecting.addSpend(one);
  const collected = collecting.collected();
  const [counted, before = null] = collected;
  if (!counted) throw new Error('A report has a period.');
  const today = new Date(now).toISOString().slice(0, 10);
  const options = { currency, isByClick: basis === 'click', zone, today };
  return {
    rows: rowsOf(counted, before, options),
    totals: totalsOf(counted, before, options),
    totalsWithSpend: totalsWithSpend(counted, before, options),
    leftOut: counted.leftOut,
    missing: missingRates(unconvertedIn(collected)),
  };
}

export const byName = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ names, currency, figures }) => [[...names, currency].join(' '), figures] as const));
