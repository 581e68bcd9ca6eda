import { hash } from 'node:crypto';

type TypedItem = Readonly<Record<string, unknown>>;

export const emptyDigest = '0'.repeat(64);
const modulus = 1n << 256n;

/** The digest is a sum modulo 2^256, in hex, because an exclusive or would lose duplicate items. */
export function digestOf(items: Iterable<TypedItem>): string {
  let sum = 0n;
  for (const item of items) sum += BigInt(`0x${hash('sha256', JSON.stringify(inOrder(item)), 'hex')}`);
  return hex(sum);
}

export const addDigests = (digests: Iterable<string>): string => {
  let sum = 0n;
  for (const digest of digests) sum += BigInt(`0x${digest}`);
  return hex(sum);
};

export const withoutDigest = (whole: string, part: string): string => hex(BigInt(`0x${whole}`) + modulus - BigInt(`0x${part}`));

const hex = (sum: bigint) => (sum % modulus).toString(16).padStart(64, '0');

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  const [only] = names;
  const members = only && (value as Record<string, unknown>)[only];
  if (names.length === 1 && (only === 'SS' || only === 'NS' || only === 'BS') && Array.isArray(members)) return [only, [...members].sort()];
  // As an object's keys, names that are whole numbers would move to the front, so the result is a list.
  return names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]);
}
