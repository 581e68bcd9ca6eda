import { normalizedEmail } from './email.ts';
import { phoneOfEmail } from './phone-accounts.ts';

export const isInvalidatedEmail = (email: string) => email.startsWith('invalidate_');

export const invalidatedEmail = (email: string, number: number) => `invalidate_${number === 1 ? '' : `${number}_`}${email}`;

export function emailsBeforeInvalidation(email: string): string[] {
  const [, number, rest = ''] = /^invalidate_(?:(\d+)_)?(.+)$/.exec(email) ?? [];
  return number === undefined ? [rest] : [rest, `${number}_${rest}`];
}

export function normalizedInvalidatedEmail(text: string): string | null {
  const [, prefix = '', rest = ''] = /^(invalidate_(?:\d+_)?)(.+)$/.exec(text.trim().toLowerCase()) ?? [];
  const email = prefix && normalizedEmail(rest);
  return email ? prefix + email : null;
}

export const isReservedEmail = (email: string, operatorDomain: string) =>
  isInvalidatedEmail(email) || phoneOfEmail(email, operatorDomain) !== null;
