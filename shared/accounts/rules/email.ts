import { domainToASCII } from 'node:url';

// The mail service carries only ASCII before the `@`; among such letters none looks like another script's.
const local = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
// What a host name can contain, in any script: the conversion to ASCII drops or decodes the rest as if it were of a URL.
const host = /^[\p{L}\p{M}\p{N}.。-]{1,253}$/u;
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
  const name = plain.slice(0, Math.max(0, at));
  const given = plain.slice(at + 1);
  if (!local.test(name) || !host.test(given)) return null;
  const ascii = domainToASCII(given);
  const email = `${name}@${ascii}`;
  return domain.test(ascii) && email.length <= 254 ? email : null;
}

/** The mailbox that an address reaches: without the tag behind a `+`. */
export const mailboxOf = (email: string) => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);
