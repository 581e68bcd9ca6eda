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
  /** The same of the conversions themselves, on whatever day they were adjusted. */
  ordersNetChange: Signed;
  adjusted: number;
  voided: number;
  matchedBy: Record<MatchWay, number>;
  byType: Map<string, Counted>;
  spend: Signed | null;
  /** Its own row of spend is part of the spend of its campaign. */
  hasCoarserSpend: boolean;
  impressions: number | null;
  platformClicks: number | null;
};

export type Sums = {
  clicks: number;
  byCurrency: Map<string, Money>;
  /** The first days without new conversions, with their counts. */
  finalOn: Map<string, number>;
  clicksOfDay: Map<string, number>;
  spendDays: Map<string, Set<string>>;
  spendZones: Set<string>;
  unconverted: Unconverted;
};

export const noSums = (): Sums => ({
  clicks: 0,
  byCurrency: new Map(),
  finalOn: new Map(),
  clicksOfDay: new Map(),
  spendDays: new Map(),
  spendZones: new Set(),
  unconverted: new Map(),
});

export const noMoney = (): Money => ({
  conversions: 0,
  value: '0',
  netChange: '0',
  ordersNetChange: '0',
  adjusted: 0,
  voided: 0,
  matchedBy: { svc_click_id: 0, external_user_id: 0 },
  byType: new Map(),
  spend: null,
  hasCoarserSpend: false,
  impressions: null,
  platformClicks: null,
});

export function moneyIn({ byCurrency }: Pick<Sums, 'byCurrency'>, currency: string): Money {
  const existing = byCurrency.get(currency);
  if (existing) return existing;
  const money = noMoney();
  byCurrency.set(currency, money);
  return money;
}

export const addKnown = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
const addKnownValue = (a: Signed | null, b: Signed | null) => (a === null ? b : addSigned(a, b ?? '0'));

export function addMoney(to: Money, more: Money): void {
  to.conversions += more.conversions;
  to.value = addSigned(to.value, more.value);
  to.netChange = addSigned(to.netChange, more.netChange);
  to.ordersNetChange = addSigned(to.ordersNetChange, more.ordersNetChange);
  to.adjusted += more.adjusted;
  to.voided += more.voided;
  for (const way of matchWays) to.matchedBy[way] += more.matchedBy[way];
  for (const [type, typeSums] of more.byType) addOfType(to, type, typeSums);
  to.spend = addKnownValue(to.spend, more.spend);
  to.hasCoarserSpend ||= more.hasCoarserSpend;
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
  for (const [day, count] of more.clicksOfDay) to.clicksOfDay.set(day, (to.clicksOfDay.get(day) ?? 0) + count);
  for (const [currency, days] of more.spendDays) for (const day of days) addSpendDay(to, currency, day);
  addUnconverted(to.unconverted, more.unconverted);
  for (const zone of more.spendZones) to.spendZones.add(zone);
}

export function addSpendDay({ spendDays }: Sums, currency: string, day: string): void {
  const days = spendDays.get(currency) ?? new Set<string>();
  spendDays.set(currency, days.add(day));
}

export const lastDayOf = ({ finalOn }: Pick<Sums, 'finalOn'>): string | null =>
  [...finalOn].reduce<string | null>((last, [day, count]) => (count > 0 && (last === null || day > last) ? day : last), null);

const isEmptyMoney = ({ conversions, value, netChange, adjusted, voided, matchedBy, byType, spend, hasCoarserSpend }: Money) =>
  !hasCoarserSpend &&
  [conversions, adjusted, voided, ...Object.values(matchedBy)].every((count) => count === 0) &&
  [value, netChange].every((amount) => amount === '0') &&
  [...byType.values()].every((typeSums) => typeSums.count === 0 && typeSums.value === '0') &&
  spend === null;

export function isEmptied({ clicks, byCurrency, unconverted }: Pick<Sums, 'clicks' | 'byCurrency' | 'unconverted'>): boolean {
  for (const [currency, money] of byCurrency) if (isEmptyMoney(money)) byCurrency.delete(currency);
  return clicks === 0 && byCurrency.size === 0 && [...unconverted.values()].every((value) => value === '0');
}

/** A count without an amount is of its own currency if the report has amounts in it. */
export function currenciesOf({ byCurrency }: Sums, reported: ReadonlySet<string>): string[] {
  return [...byCurrency]
    .filter(([currency, money]) => hasAmount(money) || (reported.has(currency) && hasCount(money)))
    .map(([currency]) => currency)
    .sort();
}

const hasCount = ({ conversions, byType }: Money) => conversions !== 0 || byType.values().some(({ count }) => count !== 0);
export const hasAmount = (money: Money): boolean => money.spend !== null || money.hasCoarserSpend || hasValue(money);

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
