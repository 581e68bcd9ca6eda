import { normalizedEmail } from './email.ts';
import { phoneOfEmail } from './phone-accounts.ts';

export const isInvalidatedEmail = (email: string) => email.startsWith('invalidate_');

/** Returns the address of the `number`th (from 1) invalidated account of an e-mail. */
export const invalidatedEmail = (email: string, number: number) =>
  `invalidate_${number === 1 ? '' : `${number}_`}${email}`;

/**
 * Returns the possible earlier addresses of an invalidated account: two if a number in its address can belong
 * to either part.
 */
export function emailsBeforeInvalidation(email: string): string[] {
  const [, number, rest = ''] = /^invalidate_(?:(\d+)_)?(.+)$/.exec(email) ?? [];
  return number === undefined ? [rest] : [rest, `${number}_${rest}`];
}

/** Normalizes the address of an invalidated account, or returns `null`. */
export function normalizedInvalidatedEmail(text: string): string | null {
  const [, prefix = '', rest = ''] = /^(invalidate_(?:\d+_)?)(.+)$/.exec(text.trim().toLowerCase()) ?? [];
  const email = prefix && normalizedEmail(rest);
  return email ? prefix + email : null;
}

/**
 * Users cannot register these addresses: the addresses of phone accounts and of invalidated accounts. `email`
 * must be normalised.
 */
export const isReservedEmail = (email: string, operatorDomain: string) =>
  isInvalidatedEmail(email) || phoneOfEmail(email, operatorDomain) !== null;
