import type * as z from 'zod';
import type { LagClass } from '#shared/cells/rules/lag.ts';
import { type Grouping, groupNames } from '#shared/performance/rules/dimensions.ts';
import { rounded } from '#shared/performance/rules/exact.ts';
import type { Figures, SpendCoverage } from '#shared/performance/rules/figures.ts';
import type { LeftOut, LeftOuts } from '#shared/performance/rules/left-out.ts';
import { lowerBound, type ReportPeriod } from '#shared/performance/rules/periods.ts';
import type { Row } from '#shared/performance/rules/rows.ts';
import { matchWays } from '#shared/performance/rules/sums.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { money } from '#shared/values/decimal.ts';
import { changeOf, type Judgement, judgementColumns } from './performance-judgement.ts';
import type { PerformanceReport, PerformanceRow } from './performance-schema.ts';

type Report = z.input<typeof PerformanceReport>;
export type AnswerRow = z.input<typeof PerformanceRow>;

export function ageBoundsOf(period: ReportPeriod, groupBy: readonly Grouping[]) {
  const times = groupBy.filter((dimension) => dimension === 'day' || dimension === 'week' || dimension === 'month');
  const keyOf = (names: readonly (string | null)[]) => JSON.stringify(names);
  const bounds = new Map<string, LagClass | null>();
  let lowest: LagClass | null | undefined;
  for (const day of period.days.days) {
    const bound = period.boundOf(day);
    if (bound === undefined) return { of: () => undefined, lowest: undefined };
    const place = { day, pixelKey: null, channel: '', campaign: null, adGroup: null, adId: null };
    const key = keyOf(groupNames(place, times));
    const before = bounds.get(key);
    bounds.set(key, before === undefined ? bound : lowerBound(before, bound));
    lowest = lowest === undefined ? bound : lowerBound(lowest, bound);
  }
  const of = ({ names }: Row) => bounds.get(keyOf(times.map((dimension) => names[groupBy.indexOf(dimension)] ?? null)));
  return { of, lowest };
}

const sideOf = ({ currency, figures, previous }: Row, ageBound: LagClass | null | undefined) => ({
  currency,
  ...figures,
  ...(previous && { previous }),
  ...(ageBound !== undefined && { age_bound: ageBound }),
});

export const rowOf = (row: Row, groupBy: readonly Grouping[], ageBound: LagClass | null | undefined, judgement: Judgement): AnswerRow => ({
  ...Object.fromEntries(groupBy.map((dimension, at) => [dimension, row.names[at] ?? null])),
  ...sideOf(row, ageBound),
  ...judgement,
});
export const totalOf = (row: Row, ageBound: LagClass | null | undefined): AnswerRow => ({
  ...sideOf(row, ageBound),
  ...changeOf(row),
});

export function leftOutOf(
  { traffic, channels, unjoinedSpend }: LeftOuts,
  { paid, isConverted, isOfPixelKey }: { paid: string; isConverted: boolean; isOfPixelKey: boolean },
): Report['left_out'] {
  const text = (currency: string, exact: string) => money(isConverted ? rounded(exact, minorUnitDigits(currency)) : exact);
  const counts = ({ clicks, conversions, values }: LeftOut) => ({
    clicks,
    conversions,
    values: byName(values).map(([currency, value]) => ({ currency, value: text(currency, value) })),
  });
  const spend = (out: LeftOut) => ({
    rows: out.spendRows,
    spend: byName(out.spend).map(([currency, sum]) => ({ currency, spend: text(currency, sum) })),
  });
  const both = (out: LeftOut) => ({ ...counts(out), ...spend(out) });
  const none = { clicks: 0, conversions: 0, values: [], rows: 0, spend: [] };
  return {
    traffic: Object.fromEntries(byName(traffic).map(([kind, out]) => [kind, both(out)])),
    unpaid: paid === 'true' ? both(channels) : none,
    paid: paid === 'false' ? both(channels) : none,
    unjoined_spend: isOfPixelKey ? null : spend(unjoinedSpend),
  };
}
const byName = <T>(all: ReadonlyMap<string, T>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));

const coverageColumns = [
  'reason',
  ...(['days_known', 'days', 'spend', 'value', 'conversions', 'clicks', 'unjoined_spend'] as const satisfies (keyof SpendCoverage)[]).map(
    (name) => `spend_coverage.${name}`,
  ),
];

type Cell = string | number | boolean | null | undefined;

export function fileOf(
  rows: readonly AnswerRow[],
  groupBy: readonly Grouping[],
  allRows: readonly Row[],
): { columns: string[]; lines: Record<string, string | number | null>[] } {
  // Every page of the CSV has the same columns, so that a client can join the pages.
  const types = (side: (row: Row) => Figures | null) =>
    [...new Set(allRows.flatMap((row) => Object.keys(side(row)?.by_type ?? {})))]
      .sort()
      .flatMap((type) => ['count', 'value'].map((name) => `by_type.${type}.${name}`));
  const plain: (keyof Figures)[] = [
    ...(['impressions', 'platform_clicks', 'clicks', 'conversions', 'conversion_rate', 'value'] as const),
    ...(['average_value', 'spend', 'cost_per_click', 'cost_per_conversion', 'return_on_ad_spend'] as const),
  ];
  const sideColumns = (prefix: string, side: (row: Row) => Figures | null) => [
    ...plain.map((name) => `${prefix}${name}`),
    ...matchWays.map((way) => `${prefix}matched_by.${way}`),
    ...types(side).map((name) => `${prefix}${name}`),
    ...['maturing', 'final_on', 'warnings'].map((name) => `${prefix}${name}`),
  ];
  const net = ['net_value', 'net_return', 'adjusted', 'voided'] as const satisfies (keyof Figures)[];
  const hasPrevious = allRows.some(({ previous }) => previous !== null);
  const hasAge = rows.some(({ age_bound }) => age_bound !== undefined);
  return {
    columns: [
      ...groupBy,
      'currency',
      ...sideColumns('', ({ figures }) => figures),
      ...(hasAge ? ['age_bound'] : []),
      ...(hasPrevious ? sideColumns('previous.', ({ previous }) => previous) : []),
      // New columns come last, so that columns of earlier versions keep their places.
      ...net,
      ...(hasPrevious ? net.map((name) => `previous.${name}`) : []),
      ...coverageColumns,
      ...(hasPrevious ? coverageColumns.map((name) => `previous.${name}`) : []),
      ...judgementColumns(groupBy, hasPrevious),
    ],
    lines: rows.map((row) => flattened(row)),
  };
}

function flattened(value: object, prefix = ''): Record<string, string | number | null> {
  const line: Record<string, string | number | null> = {};
  for (const [name, content] of Object.entries(value) as [string, Cell | object][]) {
    if (Array.isArray(content)) line[prefix + name] = content.join(' ');
    else if (typeof content === 'object' && content !== null) Object.assign(line, flattened(content, `${prefix}${name}.`));
    else line[prefix + name] = typeof content === 'boolean' ? String(content) : (content ?? null);
  }
  return line;
}
