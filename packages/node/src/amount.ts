/**
 * The powers of ten convert to ISO 4217. Sources (2026-11-25): docs.stripe.com/currencies,
 * docs.adyen.com/development-resources/currency-codes, developer.sumup.com/tools/glossary/currencies.
 */
const shifts = {
  iso: {},
  stripe: { ISK: -2, UGX: -2, MGA: 2 },
  adyen: { CLP: -2, CVE: 2, IDR: 2, ISK: -2 },
  sumup: { COP: 2, HUF: 2 },
} as const satisfies Record<string, Record<string, 2 | -2>>;

/**
 * The processor whose minor units an `amount` has. Other processors use ISO 4217, or decimals for `value`.
 */
export type AmountFormat = keyof typeof shifts;

export const isAmountFormat = (format: unknown): format is AmountFormat => typeof format === 'string' && Object.hasOwn(shifts, format);

/** Returns a decimal `value` if the amount is not a whole number of minor units of ISO 4217. */
export function isoMoney(amount: number, format: AmountFormat, currency: unknown): { amount: number } | { value: string } {
  const all: Record<string, number> = shifts[format];
  const shift = all[String(currency ?? '').toUpperCase()];
  if (shift === undefined) return { amount };
  if (shift > 0) return { amount: amount * 100 };
  const rest = amount % 100;
  return rest === 0 ? { amount: amount / 100 } : { value: `${(amount - rest) / 100}.${String(rest).padStart(2, '0')}` };
}
