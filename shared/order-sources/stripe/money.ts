import { minorUnitDigits } from '#shared/values/currencies.ts';
import { type Decimal, decimalOf } from '#shared/values/decimal.ts';

/** Where Stripe's smallest unit differs from ISO 4217 (docs.stripe.com/currencies, 2026-11-25). */
const ownDigits: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

export type StripeMoney = { units: number; currency: string };

export function moneyOf({ units, currency }: StripeMoney): { amount: Decimal; currency: string } {
  const code = currency.toUpperCase();
  return { amount: decimalOf(`${units}e-${ownDigits[code] ?? minorUnitDigits(code)}`), currency: code };
}

/** Returns `units * part / whole`, rounded half up. A whole that is not above its part, such as 0, leaves all units. */
export function shareOf(units: number, part: number, whole: number): number {
  if (part >= whole) return units;
  const [product, divisor] = [BigInt(units) * BigInt(part), BigInt(whole)];
  return Number((2n * product + divisor) / (2n * divisor));
}
