import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';

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
  /** From this day on, no more conversions of the clicks can come. */
  finalOn: string | null;
  spendZones: Set<string>;
};

export const noSums = (): Sums => ({
  clicks: 0,
  byCurrency: new Map(),
  finalOn: null,
  spendZones: new Set(),
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
  to.finalOn = later(to.finalOn, more.finalOn);
  for (const zone of more.spendZones) to.spendZones.add(zone);
}

export const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

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
