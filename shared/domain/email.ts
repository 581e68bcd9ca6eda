import { domainToASCII } from 'node:url';

/** An account of which nobody is to make a second one: how `invalidate-account` renames. */
export const invalidatedEmail = /^invalidate_/;

const local = /^[^\s"(),:;<>@[\\\]\p{C}]{1,64}$/u;
const domain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * An e-mail address in the one form that it is known by: without blanks around, Unicode NFKC (before it is looked at, so
 * that a look-alike of `@` is one), lower case, the domain in ASCII. `null` for what is not an address of 254 characters
 * at most that mail could reach.
 */
export function normalizedEmail(text: string): string | null {
  if (text.length > 1000) return null;
  const plain = text.trim().normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const name = plain.slice(0, at);
  const host = domainToASCII(plain.slice(at + 1));
  if (at < 1 || !local.test(name) || !isDotAtom(name) || !domain.test(host)) return null;
  const email = `${name}@${host}`;
  return Buffer.byteLength(email) <= 254 ? email : null;
}

const isDotAtom = (name: string) => !name.startsWith('.') && !name.endsWith('.') && !name.includes('..');

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);
