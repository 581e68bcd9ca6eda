import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { dialledNumber } from '#shared/values/dialled-number.ts';
import { sha256 } from '#shared/values/ids.ts';

/** Networks hash an e-mail address in three forms: as it is, as Google writes it, and without tags and dots on every domain. */
export const emailForms = ['plain', 'google', 'canonical'] as const;
export type EmailForm = (typeof emailForms)[number];

type ParsePhone = typeof parsePhoneNumberFromString;

const maxEmailLength = 320;
const maxIdLength = 512;

/** A hash of the wrong form would never match, so a field for raw text takes no hash. Meta's builder adds a suffix to hashes. */
export const isHash = (text: string): boolean => /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})(?:\.[\w-]{8})?$/i.test(text.trim());

/** An ID may be 32 hexadecimal digits, such as a UUID without dashes. */
export const isSha256 = (text: string): boolean => /^[\da-f]{64}(?:\.[\w-]{8})?$/i.test(text.trim());

/** The official packages of Meta refuse letters outside of ASCII. */
export const isEmail = (text: string): boolean => {
  const address = text.trim();
  return address.length <= maxEmailLength && /^[!-~]+$/.test(address) && /^[^@]+@[^@.]+(?:\.[^@.]+)+$/.test(address);
};

export function emailForm(text: string, form: EmailForm): string | null {
  const plain = text.trim().toLowerCase();
  if (form === 'plain') return plain;
  const at = plain.lastIndexOf('@');
  const [local, domain] = [plain.slice(0, at), plain.slice(at + 1)];
  if (form === 'google' && domain !== 'gmail.com' && domain !== 'googlemail.com') return plain;
  const canonical = local.replace(/\+.*$/s, '').replaceAll('.', '');
  return canonical ? `${canonical}@${domain}` : null;
}

/** The phone library is large, so a process loads it with its first phone number. */
export async function phoneForm(text: string, country: string | null): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  return e164(text, country, parsePhoneNumberFromString);
}

/** National rules change more often than the library, so only a number's country code and length are checked. */
function e164(text: string, country: string | null, parse: ParsePhone): string | null {
  const parsed = parse(dialledNumber(text), { extract: false, ...(country && { defaultCountry: country as CountryCode }) });
  if (!parsed?.isPossible() || parsed.ext || !/^\+[1-9]\d{6,14}$/.test(parsed.number)) return null;
  return parsed.number;
}

export const emailHashes = (text: string): EmailHashes =>
  Object.fromEntries(
    emailForms.flatMap((form) => {
      const normal = emailForm(text, form);
      return normal === null ? [] : [[form, sha256(normal)]];
    }),
  );
export type EmailHashes = Partial<Record<EmailForm, string>>;

export const phoneHashes = (number: string): PhoneHashes => ({ digits: sha256(number.slice(1)), e164: sha256(number) });
export type PhoneHashes = { digits?: string; e164?: string };

/** OpenAI keeps the case of an external ID, the other networks do not. */
export function externalIdHashes(text: string): ExternalIdHashes | null {
  const id = text.trim();
  return id && id.length <= maxIdLength ? { lower: sha256(id.toLowerCase()), cased: sha256(id) } : null;
}
export type ExternalIdHashes = { lower?: string; cased?: string };
