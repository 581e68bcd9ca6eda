import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { money as moneyText } from '#shared/values/decimal.ts';
import { quotient, rounded } from './exact.ts';
import { type MatchWay, type Money, noMoney } from './sums.ts';

export const warnings = ['mixed_currencies', 'spend_time_zone'] as const;
export type Warning = (typeof warnings)[number];

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
};

export type FigureOptions = {
  isConverted: boolean;
  isByClick: boolean;
  isMixed: boolean;
  isOtherZone: boolean;
  today: string;
};

/** A ratio of an amount has two decimals more than the currency. */
const ratioDigits = (currency: string | null) => (currency === null ? 2 : minorUnitDigits(currency)) + 2;
const rateDigits = 6;
const returnDigits = 4;

/**
 * A ratio is computed exactly from sums and rounded once. It is `null` without a denominator or in several currencies.
 */
export function figuresOf(
  {
    clicks,
    money = noMoney(),
    finalOn,
  }: { clicks: number; money?: Money | undefined; finalOn: string | null },
  currency: string | null,
  { isConverted, isByClick, isMixed, isOtherZone, today }: FigureOptions,
): Figures {
  const { conversions, value, spend, matchedBy, byType } = money;
  const net = addSigned(value, money.netChange);
  const amount = (exact: Signed) =>
    moneyText(isConverted && currency !== null ? rounded(exact, minorUnitDigits(currency)) : exact);
  const digits = ratioDigits(currency);
  const ratio = (top: Signed | null, bottom: Signed | null, places: number) =>
    isMixed || top === null || bottom === null || bottom === '0' ? null : quotient(top, bottom, places);
  return {
    impressions: money.impressions,
    platform_clicks: money.platformClicks,
    clicks,
    conversions,
    conversion_rate: isByClick ? ratio(`${conversions}`, `${clicks}`, rateDigits) : null,
    value: amount(value),
    average_value: ratio(value, `${conversions}`, digits),
    spend: spend === null ? null : amount(spend),
    cost_per_click: ratio(spend, `${clicks}`, digits),
    cost_per_conversion: ratio(spend, `${conversions}`, digits),
    return_on_ad_spend: ratio(value, spend, returnDigits),
    net_value: amount(net),
    net_return: ratio(net, spend, returnDigits),
    ...{ adjusted: money.adjusted, voided: money.voided },
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
    ],
  };
}
