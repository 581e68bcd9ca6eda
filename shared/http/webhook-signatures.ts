import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature's timestamp may differ by this number of seconds in either direction. */
const toleranceSeconds = 300;
/** During a rotation, a request has two signatures. */
const maxSignatures = 5;

type Signed = { body: Uint8Array; secret: string; now: number };

/**
 * The header is `t=<seconds>,v1=<hex>[,v1=…]`: HMAC-SHA256 over `<t>.<body>` with the whole secret (reference
 * accounts-credits 3.1). Future times are rejected, too.
 */
export function isSignedByBilling(header: string | undefined, { body, secret, now }: Signed): boolean {
  const parts = (header ?? '')
    .slice(0, 2000)
    .split(',')
    .map((part) => part.trim().split('='));
  const times = parts.filter(([name]) => name === 't').map(([, value = '']) => value);
  const [time = ''] = times;
  if (times.length !== 1 || !isTimely(time, now)) return false;
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  return isAmong(signatures.slice(0, maxSignatures), hmac(secret, `${time}.`, body));
}

/** The partner's signature is hex HMAC-SHA256 (reference accounts-credits 4). */
export function isSignedByPartner(
  headers: { timestamp: string | undefined; signature: string | undefined },
  { body, secret, now }: Signed,
): boolean {
  const { timestamp = '', signature = '' } = headers;
  const seconds = /^\d{13}$/.test(timestamp) ? timestamp.slice(0, 10) : timestamp;
  return isTimely(seconds, now) && isAmong([signature], hmac(secret, timestamp, body));
}

const isTimely = (seconds: string, now: number) => /^\d{9,11}$/.test(seconds) && Math.abs(now / 1000 - Number(seconds)) <= toleranceSeconds;

const hmac = (secret: string, before: string, body: Uint8Array) => createHmac('sha256', secret).update(before).update(body).digest();

const isAmong = (signatures: readonly string[], expected: Uint8Array) =>
  signatures.some((text) => /^[0-9a-f]{64}$/i.test(text) && timingSafeEqual(Buffer.from(text, 'hex'), expected));

export const billingSignature = (body: string | Uint8Array, { secret, now }: Omit<Signed, 'body'>) => {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${hmac(secret, `${time}.`, Buffer.from(body)).toString('hex')}`;
};

export const partnerSignature = (body: string | Uint8Array, { secret, now }: Omit<Signed, 'body'>) => {
  const timestamp = String(Math.floor(now / 1000));
  return { timestamp, signature: hmac(secret, timestamp, Buffer.from(body)).toString('hex') };
};
