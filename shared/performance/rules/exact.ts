import type { Signed } from '#shared/cells/rules/signed.ts';

type Scaled = { units: bigint; places: number };

function scaledOf(value: Signed): Scaled {
  const point = value.indexOf('.');
  return point < 0
    ? { units: BigInt(value), places: 0 }
    : { units: BigInt(value.slice(0, point) + value.slice(point + 1)), places: value.length - point - 1 };
}

function textOf({ units, places }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(digits.length - places)}` : ''}`;
}

export function times(a: Signed, b: Signed): Signed {
  const [x, y] = [scaledOf(a), scaledOf(b)];
  let { units, places } = { units: x.units * y.units, places: x.places + y.places };
  while (places > 0 && units % 10n === 0n) {
    units /= 10n;
    places--;
  }
  return textOf({ units, places });
}

/** The quotient is rounded half up, away from zero. */
export function quotient(a: Signed, b: Signed, places: number): string {
  const [x, y] = [scaledOf(a), scaledOf(b)];
  const top = x.units * 10n ** BigInt(places + y.places);
  const bottom = y.units * 10n ** BigInt(x.places);
  const isNegative = top < 0n !== bottom < 0n;
  const [upper, lower] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const units = (2n * upper + lower) / (2n * lower);
  return textOf({ units: isNegative ? -units : units, places });
}

export const rounded = (value: Signed, places: number): string => quotient(value, '1', places);

export function compareExact(a: Signed, b: Signed): number {
  const [x, y] = [scaledOf(a), scaledOf(b)];
  const scaledA = x.units * 10n ** BigInt(y.places);
  const scaledB = y.units * 10n ** BigInt(x.places);
  return scaledA < scaledB ? -1 : scaledA > scaledB ? 1 : 0;
}
