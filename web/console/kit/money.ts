/** The sum of decimal texts is exact. */
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

export function placesOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** The quotient is exact and rounded half up once. Returns `null` for a count of 0. */
export function dividedBy(value: string, count: number, places: number): string | null {
  if (count === 0) return null;
  const exact = value.split('.')[1]?.length ?? 0;
  const divisor = BigInt(count) * 10n ** BigInt(exact);
  const dividend = scaled(value, exact) * 10n ** BigInt(places);
  return decimal((2n * dividend + divisor) / (2n * divisor), places);
}

/**
 * The parameter `more` allows more decimals than the currency has, because a click can cost less than a cent.
 */
export function moneyText(value: string, currency: string, locale?: string, more = 0): string {
  try {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      ...(more > 0 && { maximumFractionDigits: placesOf(currency) + more }),
    });
    // The amount is formatted from text, which keeps more than 15 digits exact.
    return format.format(value as unknown as number);
  } catch {
    return `${value} ${currency}`;
  }
}

/** A short amount for an axis. Decimals distinguish the ticks $1,050 and $1,100. */
export const compactMoney = (value: number, currency: string | null): string =>
  new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
    ...(currency && { style: 'currency', currency }),
  }).format(value);

/** A double is precise enough for the pixels of a chart. */
export const approximate = (value: string): number => Number(value);

export type Change =
  | { kind: 'none' }
  | { kind: 'new' }
  /** The period before has too few days for a percentage. */
  | { kind: 'unlike' }
  | { kind: 'change'; ratio: number }
  | { kind: 'points'; points: number };
export function changeOf(now: number, before: number): Change {
  if (before === 0) return { kind: 'new' };
  if (now === before) return { kind: 'none' };
  return { kind: 'change', ratio: now / before - 1 };
}
/** The API states a change as a share of the figure before, such as "-0.2500". */
export const changeOfApi = (exact: string): Change => (Number(exact) === 0 ? { kind: 'none' } : { kind: 'change', ratio: Number(exact) });

/** Returns `new` if either share has no base. */
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

export const countText = (count: number, locale?: string): string => new Intl.NumberFormat(locale).format(count);

export const returnText = (exact: string): string =>
  `${new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(exact))}×`;
