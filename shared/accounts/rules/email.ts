import { domainToASCII } from 'node:url';

// The mail service supports only ASCII before the `@`.
const local = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const host = /^[\p{L}\p{M}\p{N}.。-]{1,253}$/u;
const domain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** NFKC turns characters that look like `@` into `@`. Returns `null` unless the address is deliverable. */
export function normalizedEmail(text: string): string | null {
  if (text.length > 1000) return null;
  const plain = text.trim().normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const name = plain.slice(0, Math.max(0, at));
  const hostText = plain.slice(at + 1);
  if (!local.test(name) || !host.test(hostText)) return null;
  const ascii = domainToASCII(hostText);
  const email = `${name}@${ascii}`;
  return domain.test(ascii) && email.length <= 254 ? email : null;
}

export const mailboxOf = (email: string) => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);
