import { AdtrailError } from './errors.ts';
import type { EmailForm, HashedEmail } from './types.ts';
import { webCrypto } from './web-crypto.ts';

const forms: readonly EmailForm[] = ['plain', 'google', 'canonical'];

/**
 * Returns the SHA-256 of an e-mail address for `user.emailSha256`, or `undefined` if it is no address. `plain`
 * trims and lowers it, `google` also removes dots and `+tag` of Gmail addresses, `canonical` of all addresses.
 */
export async function emailSha256(email: string | null | undefined, form: EmailForm = 'plain'): Promise<HashedEmail | undefined> {
  if (!forms.includes(form))
    throw new AdtrailError('The form of an e-mail address is plain, google or canonical.', { code: 'invalid_form' });
  const text = typeof email === 'string' ? email.trim() : '';
  // Networks refuse letters outside of ASCII, and a domain without a dot.
  if (text.length > 320 || !/^[!-?A-~]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+$/.test(text)) return undefined;
  const [name = '', domain] = text.toLowerCase().split('@');
  const hasVariants = form === 'canonical' || (form === 'google' && /^(gmail|googlemail)\.com$/.test(`${domain}`));
  const local = hasVariants ? name.replace(/\+.*/, '').replaceAll('.', '') : name;
  if (!local) return undefined;
  const hash = await (await webCrypto()).digest('SHA-256', new TextEncoder().encode(`${local}@${domain}`));
  return { form, value: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
