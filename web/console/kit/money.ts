/** Adds decimal texts of the API exactly, without floating point. */
export function sumOf(values: readonly string[]): string {
  const places = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0));
  const total = values.reduce((sum, value) => sum + scaled(value, places), 0n);
  return decimal(total, places);
}

function scaled(value: string, places: number): bigint {
  const [whole = '0', part = ''] = value.split('.');
  return BigInt(whole + part.padEnd(places, '0'));
}

function decimal(total: bigint, places: number): string {
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = places > 0 ? `.${digits.slice(digits.length - places)}` : '';
  return `${total < 0n ? '-' : ''}${whole}${part}`;
}

/** Returns the number of decimals of a currency; most have two. */
export function placesOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Returns an exact share of an amount, rounded half up once, or null for a count of 0. */
export function dividedBy(value: string, count: number, places: number): string | null {
  if (count === 0) return null;
  const exact = value.split('.')[1]?.length ?? 0;
  const divisor = BigInt(count) * 10n ** BigInt(exact);
  const dividend = scaled(value, exact) * 10n ** BigInt(places);
  return decimal((2n * dividend + divisor) / (2n * divisor), places);
}

/** Formats an amount. An unknown currency code is shown unchanged. */
export function moneyText(value: string, currency: string, locale?: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    // The text is passed instead of a number, so that amounts of more than 15 digits stay exact.
    return format.format(value as unknown as number);
  } catch {
    return `${value} ${currency}`;
  }
}

/** For charts only, where a pixel is coarser than a double. */
export const approximate = (value: string): number => Number(value);

export type Change =
  | { kind: 'none' }
  | { kind: 'new' }
  | { kind: 'change'; ratio: number }
  /** Percentage points. */
  | { kind: 'points'; points: number };
/** Returns the change of a figure. `new` means that the earlier figure was 0. */
export function changeOf(now: number, before: number): Change {
  if (now === before) return { kind: 'none' };
  if (before === 0) return { kind: 'new' };
  return { kind: 'change', ratio: now / before - 1 };
}
/** Returns the change of a share from 0 to 1. `null` means that the share had no base. */
export function pointsOf(now: number | null, before: number | null): Change {
  if (now === null || before === null) return { kind: 'new' };
  const points = (now - before) * 100;
  return Math.abs(points) < 0.05 ? { kind: 'none' } : { kind: 'points', points };
}

export const percentText = (ratio: number, digits = 1, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: digits,
    minimumFractionDigits: 0,
  }).format(ratio);

export const countText = (count: number, locale?: string): string =>
  new Intl.NumberFormat(locale).format(count);
