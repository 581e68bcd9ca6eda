import { minorUnitDigits } from '#shared/values/currencies.ts';

export type Formats = ReturnType<typeof formatsOf>;

export function formatsOf(currency: string) {
  const money = /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat('en-US', { style: 'currency', currency })
    : new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const unit = money.resolvedOptions().style === 'currency' ? '' : ` ${currency}`;
  const count = new Intl.NumberFormat('en-US');
  const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  return {
    money: (micros: number | null) => (micros === null ? '–' : `${money.format(micros / 1_000_000)}${unit}`.trim()),
    count: (value: number) => count.format(value),
    percent: (value: number | null) => (value === null ? '–' : `${percent.format(value)} %`),
    change: (percent: number | null) =>
      percent === null ? null : `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${count.format(Math.abs(percent))} %`,
    longDay: (day: string) => longDay.format(new Date(`${day}T00:00:00Z`)),
  };
}

/** The amount is a text such as `231.40`, in yen `231`. */
export function decimalOfMicros(micros: number, currency: string): string {
  const whole = Math.floor(micros / 1_000_000);
  const digits = String(micros % 1_000_000).padStart(6, '0');
  let end = 6;
  while (end > minorUnitDigits(currency) && digits[end - 1] === '0') end--;
  return end === 0 ? String(whole) : `${whole}.${digits.slice(0, end)}`;
}
