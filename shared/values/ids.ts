import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from './crc32.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes from 248 (4 x 62) on are skipped, because they would make some characters more likely.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62[byte % 62];
  }
  return text;
}

/** 22 characters hold 131 random bits. */
export const newId = (prefix: string) => `${prefix}_${randomText(22)}`;

/** A key has 256 random bits and a checksum, so a mistyped key costs no look-up. */
export function newApiKey(prefix: string): string {
  const secret = prefix + randomText(43);
  return secret + checksum(secret);
}

export function apiKeyOf(prefix: string, digest: string): string {
  let rest = BigInt(`0x${digest}`);
  let random = '';
  for (let i = 0; i < 43; i++) {
    random = base62[Number(rest % 62n)] + random;
    rest /= 62n;
  }
  return prefix + random + checksum(prefix + random);
}

export const hasValidChecksum = (key: string) => key.length > 6 && checksum(key.slice(0, -6)) === key.slice(-6);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export const sha256 = (text: string) => hash('sha256', text, 'hex');

/** Numeric IDs begin on 2025-01-01: 41 bits of milliseconds last until 2094. */
const firstMs = Date.UTC(2025, 0, 1);

/** Two IDs of one millisecond may be equal, so the write needs a condition. */
export const newNumericId = (now: number) => (now - firstMs) * 4096 + randomInt(4096);
