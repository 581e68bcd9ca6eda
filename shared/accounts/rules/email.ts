import { domainToASCII } from 'node:url';

// The mail service supports only ASCII before the `@`, which excludes look-alike letters of other scripts.
const local = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
// Characters of a host name in any script. The conversion to ASCII would decode or drop other characters, as
// in a URL.
const host = /^[\p{L}\p{M}\p{N}.。-]{1,253}$/u;
const domain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Normalizes an e-mail address: trimmed, Unicode NFKC (first, so that a look-alike of `@` counts as `@`),
 * lower case, and an ASCII domain. Returns `null` for a text that is no deliverable address of at most 254
 * characters.
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

/** Returns the mailbox of an address, without the tag after a `+`. */
export const mailboxOf = (email: string) => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);
