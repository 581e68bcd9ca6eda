import { normalizedEmail } from './email.ts';
import { phoneOfEmail } from './phone-accounts.ts';

/** The address of an account that was invalidated. */
export const isInvalidatedEmail = (email: string) => email.startsWith('invalidate_');

/** The address that an account is given when it is invalidated as the `number`th (from 1) of an e-mail. */
export const invalidatedEmail = (email: string, number: number) =>
  `invalidate_${number === 1 ? '' : `${number}_`}${email}`;

/** The addresses that an invalidated account can have had: two when a number in its address can belong to either part. */
export function emailsBeforeInvalidation(email: string): string[] {
  const [, number, rest = ''] = /^invalidate_(?:(\d+)_)?(.+)$/.exec(email) ?? [];
  return number === undefined ? [rest] : [rest, `${number}_${rest}`];
}

/** The address of an invalidated account in the form that it is known by; `null` for what is none. */
export function normalizedInvalidatedEmail(text: string): string | null {
  const [, prefix = '', rest = ''] = /^(invalidate_(?:\d+_)?)(.+)$/.exec(text.trim().toLowerCase()) ?? [];
  const email = prefix && normalizedEmail(rest);
  return email ? prefix + email : null;
}

/** Addresses that nobody makes an account with by e-mail: those of phones' accounts and of invalidated ones. `email` is normalised. */
export const isReservedEmail = (email: string, operatorDomain: string) =>
  isInvalidatedEmail(email) || phoneOfEmail(email, operatorDomain) !== null;
