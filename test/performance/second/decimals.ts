/** Amounts are whole multiples of 10^-12. */
export const one = 10n ** 12n;
export const minorDigitsOf = (currency: string) => (currency === 'JPY' ? 0 : 2);

export function fractionOf(text: string): bigint {
  if (text.startsWith('-')) return -fractionOf(text.slice(1));
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * one + BigInt(part.padEnd(12, '0').slice(0, 12));
}

/** Rounds half up, once. */
export function ratioText(top: bigint, bottom: bigint, places: number): string {
  if (top < 0n) return `-${ratioText(-top, bottom, places)}`;
  const scaled = top * 10n ** BigInt(places);
  const up = (scaled % bottom) * 2n >= bottom ? 1n : 0n;
  const digits = (scaled / bottom + up).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
