/** A decimal text has no exponent and no trailing zeros. */
export type Decimal = string;

/** The store holds 38 digits, so 18 remain before the decimal point. */
export const maxDecimalPlaces = 20;

/** A client chooses the exponent, which could make a number very long. */
export const isWritable = (literal: string) => Math.abs(exponentOf(literal)) <= maxExponent;
const maxExponent = 1000;
const exponentOf = (literal: string) => Number(/[eE]([+-]?\d+)$/.exec(literal)?.[1] ?? 0);

export function decimalOf(literal: string): Decimal {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) throw new RangeError('Not a non-negative decimal number.');
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (!isWritable(literal)) throw new RangeError('The exponent is out of range.');
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return tidy(padded.slice(0, at), padded.slice(at));
}

const tidy = (whole: string, fraction: string): Decimal => {
  const integerDigits = whole.replace(/^0+(?=\d)/, '');
  const right = withoutTrailingZeros(fraction);
  return right ? `${integerDigits}.${right}` : integerDigits;
};

/** The pattern `0+$` would take quadratic time, and a client chooses the length. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

export function decimalPlaces(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

export const addDecimals = (a: Decimal, b: Decimal): Decimal => sumDecimals([a, b]);

export function sumDecimals(values: readonly Decimal[]): Decimal {
  const places = values.reduce((most, value) => Math.max(most, decimalPlaces(value)), 0);
  const sum = values.reduce((rest, value) => rest + scaled(value, places), 0n);
  const digits = sum.toString().padStart(places + 1, '0');
  return tidy(digits.slice(0, digits.length - places), digits.slice(digits.length - places));
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(decimalPlaces(a), decimalPlaces(b));
  const rest = (scaled(a, places) - scaled(b, places)).toString().padStart(places + 1, '0');
  return tidy(rest.slice(0, rest.length - places), rest.slice(rest.length - places));
}

export function isLess(a: Decimal, b: Decimal): boolean {
  const places = Math.max(decimalPlaces(a), decimalPlaces(b));
  return scaled(a, places) < scaled(b, places);
}

/** The value as a number of units of 10^-places. */
export const scaled = (value: Decimal, places: number): bigint =>
  BigInt(value.replace('.', '') + '0'.repeat(places - decimalPlaces(value)));

/** An amount of money has at least two decimals (`25.90`). */
export function money(value: Decimal): string {
  const [whole, fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
