import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { money as moneyText } from '#shared/values/decimal.ts';
import { quotient, rounded } from './exact.ts';
import { type MatchWay, type Money, noMoney } from './sums.ts';
import type { Reason, UsedPart } from './used.ts';

export const warnings = ['mixed_currencies', 'spend_time_zone', 'spend_partial'] as const;
export type Warning = (typeof warnings)[number];

/** The parts of a row that the ratios use, and its spend on ads without clicks. */
export type SpendCoverage = {
  days_known: number;
  days: number;
  spend: string;
  value: string;
  conversions: number;
  clicks: number;
  unjoined_spend: string;
};

export type Figures = {
  impressions: number | null;
  platform_clicks: number | null;
  clicks: number;
  conversions: number;
  conversion_rate: string | null;
  value: string;
  average_value: string | null;
  spend: string | null;
  cost_per_click: string | null;
  cost_per_conversion: string | null;
  return_on_ad_spend: string | null;
  net_value: string;
  net_return: string | null;
  adjusted: number;
  voided: number;
  matched_by: Record<MatchWay, number>;
  by_type: Record<string, { count: number; value: string }>;
  maturing: boolean;
  final_on: string | null;
  warnings: Warning[];
  reason: Reason | null;
  spend_coverage: SpendCoverage;
  return_at_least?: string | null;
  joined_share?: string | null;
};

export type FigureOptions = {
  isConverted: boolean;
  isByClick: boolean;
  isMixed: boolean;
  isOtherZone: boolean;
  isPartial: boolean;
  isTotal: boolean;
  today: string;
};
export type FigureSums = {
  clicks: number;
  money?: Money | undefined;
  finalOn: string | null;
  /** Days with clicks or spend. */
  days: ReadonlySet<string>;
  part: UsedPart | undefined;
  reason: Reason | null;
};

/** A ratio of an amount has two decimals more than the currency. */
const ratioDigits = (currency: string | null) => (currency === null ? 2 : minorUnitDigits(currency)) + 2;
const rateDigits = 6;
const returnDigits = 4;

/** A ratio is computed exactly from sums and rounded once. It is `null` without a denominator. */
export function figuresOf(
  { clicks, money = noMoney(), finalOn, days, part, reason }: FigureSums,
  currency: string | null,
  { isConverted, isByClick, isMixed, isOtherZone, isPartial, isTotal, today }: FigureOptions,
): Figures {
  const { conversions, value, spend, matchedBy, byType } = money;
  const net = addSigned(value, money.netChange);
  const amount = (exact: Signed) => moneyText(isConverted && currency !== null ? rounded(exact, minorUnitDigits(currency)) : exact);
  const digits = ratioDigits(currency);
  const ratio = (top: Signed | null, bottom: Signed | null, places: number) =>
    top === null || bottom === null || bottom === '0' ? null : quotient(top, bottom, places);
  const used = part?.isUsed && (reason === null || !rowReasons.has(reason)) ? part : null;
  const [usedValue, usedSpend] = [used?.money.value ?? '0', used?.money.spend ?? null];
  const returnSpend = used?.hasReturn ? used.returnSpend : null;
  return {
    impressions: money.impressions,
    platform_clicks: money.platformClicks,
    clicks,
    conversions,
    conversion_rate: isByClick && !isMixed ? ratio(`${conversions}`, `${clicks}`, rateDigits) : null,
    value: amount(value),
    average_value: isMixed ? null : ratio(value, `${conversions}`, digits),
    spend: spend === null ? null : amount(spend),
    cost_per_click: ratio(usedSpend, `${used?.clicks ?? 0}`, digits),
    cost_per_conversion: ratio(usedSpend, `${used?.money.conversions ?? 0}`, digits),
    return_on_ad_spend: ratio(usedValue, returnSpend, returnDigits),
    net_value: amount(net),
    net_return: ratio(addSigned(usedValue, used?.money.ordersNetChange ?? '0'), returnSpend, returnDigits),
    adjusted: money.adjusted,
    voided: money.voided,
    matched_by: { ...matchedBy },
    by_type: Object.fromEntries(
      [...byType]
        .filter(([, { count, value: sum }]) => count !== 0 || sum !== '0')
        .sort(([x], [y]) => (x < y ? -1 : 1))
        .map(([type, { count, value: sum }]) => [type, { count, value: amount(sum) }]),
    ),
    maturing: isByClick && finalOn !== null && today < finalOn,
    final_on: isByClick ? finalOn : null,
    warnings: [
      ...(isMixed ? (['mixed_currencies'] as const) : []),
      ...(isOtherZone ? (['spend_time_zone'] as const) : []),
      ...(isPartial && used ? (['spend_partial'] as const) : []),
    ],
    reason,
    spend_coverage: {
      days_known: part?.isUsed ? [...days].filter((day) => part.days.has(day)).length : 0,
      days: days.size,
      spend: amount(usedSpend ?? '0'),
      value: amount(usedValue),
      conversions: used?.money.conversions ?? 0,
      clicks: used?.clicks ?? 0,
      unjoined_spend: amount(part?.unjoinedSpend ?? '0'),
    },
    ...(isTotal && {
      return_at_least: returnSpend === null ? null : ratio(usedValue, addSigned(returnSpend, part?.unjoinedSpend ?? '0'), returnDigits),
      joined_share: ratio(usedSpend ?? '0', addSigned(usedSpend ?? '0', part?.unjoinedSpend ?? '0'), returnDigits),
    }),
  };
}

/** These reasons take every ratio from a row. Every other reason leaves its costs. */
const rowReasons: ReadonlySet<Reason> = new Set(['no_clicks_joined', 'spend_level']);
