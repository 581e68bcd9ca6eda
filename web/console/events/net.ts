/** Amounts of the API are exact decimals of at most 20 places, so they are subtracted as whole numbers. */
const places = 20;

const amountForm = /^\d{1,12}(\.\d{1,20})?$/;

export const isAmount = (text: string): boolean => amountForm.test(text);

const wholeOf = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`);
};

/** Returns the net after a refund of the amount, or null if it is no amount, 0, or more than the net. */
export function netAfter(net: string, amount: string): string | null {
  if (!isAmount(amount) || !isAmount(net)) return null;
  const [before, refunded] = [wholeOf(net), wholeOf(amount)];
  if (refunded === 0n || refunded > before) return null;
  const digits = String(before - refunded).padStart(places + 1, '0');
  const [whole, fraction] = [digits.slice(0, -places), digits.slice(-places).replace(/0+$/, '')];
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
