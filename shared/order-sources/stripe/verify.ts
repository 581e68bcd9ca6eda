import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SentDelivery, SignatureFault } from '../source.ts';

export const signatureHeader = 'stripe-signature';
const toleranceSeconds = 300;

/**
 * The header is `t=<seconds>,v1=<hex>[,v1=…]`: HMAC-SHA256 over `<t>.<body>` with the whole secret, its prefix included. Whatever
 * the official package accepts within 300 seconds either way is accepted, and spaces after a comma. The package also accepts
 * signatures from the future.
 */
export function verify(
  { headers, body }: SentDelivery,
  { secrets, now }: { secrets: readonly string[]; now: number },
): SignatureFault | null {
  const header = headers[signatureHeader];
  if (!header) return 'missing';
  const { time, signatures } = partsOf(header);
  if (Number.isNaN(time) || signatures.length === 0 || signatures.includes('')) return 'unreadable';
  const usable = secrets.filter((secret) => secret.trim() !== '');
  const isSigned = (content: Uint8Array) => usable.some((secret) => isAmong(signatures, hmac(secret, time, content)));
  if (!isSigned(body) && !isSigned(decoded(body))) return 'wrong';
  return Math.abs(Math.floor(now / 1000) - time) <= toleranceSeconds ? null : 'untimely';
}

/** The official package reads the header so. The last time counts. */
function partsOf(header: string): { time: number; signatures: string[] } {
  const parts = header.split(',').map((part) => part.replace(/^ +/, '').split('='));
  const textsOf = (name: string) => parts.flatMap(([own, value]) => (own === name ? [value ?? ''] : []));
  return { time: Number.parseInt(textsOf('t').at(-1) ?? '', 10), signatures: textsOf('v1') };
}

/** The official package decodes the body first, which removes a byte order mark and replaces what is no UTF-8. */
const decoded = (body: Uint8Array): Uint8Array => new TextEncoder().encode(new TextDecoder().decode(body));

const hmac = (secret: string, time: number, content: Uint8Array): string =>
  createHmac('sha256', secret).update(`${time}.`).update(content).digest('hex');

function isAmong(signatures: readonly string[], expected: string): boolean {
  const bytes = Buffer.from(expected);
  return signatures.some((signature) => {
    const own = Buffer.from(signature);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  });
}
