import { decimalOf, withoutTrailingZeros } from '#shared/values/decimal.ts';

/** An open cell can add a negative amount to a sealed cell. */
export type Signed = string;

/** The store may write a number as `-1E+2`. */
export function signedOf(storedValue: unknown): Signed {
  const text = String(storedValue);
  return text.startsWith('-') ? negative(decimalOf(text.slice(1))) : decimalOf(text);
}

export function negative(value: Signed): Signed {
  if (value === '0') return value;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

export const addSigned = (a: Signed, b: Signed): Signed => {
  if (a === '0') return b;
  return b === '0' ? a : sumSigned([a, b]);
};

export function sumSigned(values: readonly Signed[]): Signed {
  const places = values.reduce((most, value) => Math.max(most, placesOf(value)), 0);
  const wholes = values.map((value) => scaled(value, places));
  // A sum of a few numbers of 15 digits is exact as a number, at half of the time.
  const isShort = wholes.length < 9 && wholes.every(({ length }) => length <= 15);
  const sum = isShort ? wholes.reduce((rest, whole) => rest + Number(whole), 0) : wholes.reduce((rest, whole) => rest + BigInt(whole), 0n);
  const isNegative = sum < 0;
  const digits = (isNegative ? -sum : sum).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = withoutTrailingZeros(digits.slice(digits.length - places));
  return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

function placesOf(value: Signed): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

const scaled = (value: Signed, places: number): string => value.replace('.', '') + '0'.repeat(places - placesOf(value));
