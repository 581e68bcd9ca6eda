import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { addUnconverted, type Unconverted } from './rates.ts';

export const matchWays = ['svc_click_id', 'external_user_id'] as const;
export type MatchWay = (typeof matchWays)[number];
export type Counted = { count: number; value: Signed };

/** Spend, impressions and clicks that the platform did not report are `null`, never 0. */
export type Money = {
  conversions: number;
  value: Signed;
  /** Adjustments change the value by this sum. `adjusted` and `voided` count their conversions. */
  netChange: Signed;
  adjusted: number;
  voided: number;
  matchedBy: Record<MatchWay, number>;
  byType: Map<string, Counted>;
  spend: Signed | null;
  impressions: number | null;
  platformClicks: number | null;
};

export type Sums = {
  clicks: number;
  byCurrency: Map<string, Money>;
  /** The first days without new conversions, with their counts. */
  finalOn: Map<string, number>;
  spendZones: Set<string>;
  unconverted: Unconverted;
};

export const noSums = (): Sums => ({
  clicks: 0,
  byCurrency: new Map(),
  finalOn: new Map(),
  spendZones: new Set(),
  unconverted: new Map(),
});

export const noMoney = (): Money => ({
  conversions: 0,
  value: '0',
  ...{ netChange: '0', adjusted: 0, voided: 0 },
  matchedBy: { svc_click_id: 0, external_user_id: 0 },
  byType: new Map(),
  spend: null,
  impressions: null,
  platformClicks: null,
});

export function moneyIn(sums: Sums, currency: string): Money {
  const money = sums.byCurrency.get(currency) ?? noMoney();
  sums.byCurrency.set(currency, money);
  return money;
}

export const addKnown = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
const addKnownValue = (a: Signed | null, b: Signed | null) => (a === null ? b : addSigned(a, b ?? '0'));

export function addMoney(to: Money, more: Money): void {
  to.conversions += more.conversions;
  to.value = addSigned(to.value, more.value);
  to.netChange = addSigned(to.netChange, more.netChange);
  to.adjusted += more.adjusted;
  to.voided += more.voided;
  for (const way of matchWays) to.matchedBy[way] += more.matchedBy[way];
  for (const [type, typeSums] of more.byType) addOfType(to, type, typeSums);
  to.spend = addKnownValue(to.spend, more.spend);
  to.impressions = addKnown(to.impressions, more.impressions);
  to.platformClicks = addKnown(to.platformClicks, more.platformClicks);
}

export function addOfType(to: Money, type: string, { count, value }: Counted): void {
  const before = to.byType.get(type) ?? { count: 0, value: '0' };
  to.byType.set(type, { count: before.count + count, value: addSigned(before.value, value) });
}

export function addSums(to: Sums, more: Sums): void {
  to.clicks += more.clicks;
  for (const [currency, money] of more.byCurrency) addMoney(moneyIn(to, currency), money);
  for (const [day, count] of more.finalOn) to.finalOn.set(day, (to.finalOn.get(day) ?? 0) + count);
  addUnconverted(to.unconverted, more.unconverted);
  for (const zone of more.spendZones) to.spendZones.add(zone);
}

export const lastDayOf = ({ finalOn }: Sums): string | null =>
  [...finalOn].reduce<string | null>(
    (last, [day, count]) => (count > 0 && (last === null || day > last) ? day : last),
    null,
  );

const isEmptyMoney = ({ conversions, value, netChange, adjusted, voided, matchedBy, byType, spend }: Money) =>
  [conversions, adjusted, voided, ...Object.values(matchedBy)].every((count) => count === 0) &&
  [value, netChange].every((amount) => amount === '0') &&
  [...byType.values()].every((typeSums) => typeSums.count === 0 && typeSums.value === '0') &&
  spend === null;

export function isEmptied({ clicks, byCurrency, unconverted }: Sums): boolean {
  for (const [currency, money] of byCurrency) if (isEmptyMoney(money)) byCurrency.delete(currency);
  return clicks === 0 && byCurrency.size === 0 && [...unconverted.values()].every((value) => value === '0');
}

export function currenciesOf({ byCurrency }: Sums): string[] {
  return [...byCurrency]
    .filter(([, money]) => money.spend !== null || hasValue(money))
    .map(([currency]) => currency)
    .sort();
}

export function ratioCurrenciesOf({ byCurrency }: Sums): string[] {
  return [...byCurrency]
    .filter(([, { spend, value, netChange }]) => spend !== null || value !== '0' || netChange !== '0')
    .map(([currency]) => currency)
    .sort();
}

/** The currency of the spend precedes that of the value. */
export function mainCurrencyOf(sums: Sums): string | undefined {
  const currencies = ratioCurrenciesOf(sums);
  return currencies.find((currency) => sums.byCurrency.get(currency)?.spend != null) ?? currencies[0];
}

const hasValue = ({ value, netChange, byType }: Money) =>
  value !== '0' || netChange !== '0' || [...byType.values()].some((typeSums) => typeSums.value !== '0');

export const hasSpend = ({ byCurrency }: Sums): boolean =>
  [...byCurrency.values()].some(({ spend }) => spend !== null);
