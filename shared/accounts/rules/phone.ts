import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { dialledNumber } from '#shared/values/dialled-number.ts';

export type Phone = {
  /** The phone number is E.164. */
  number: string;
  /** The country code is ISO 3166; a number that fits several countries has `null`. */
  country: CountryCode | null;
};

/** National rules change more often than the library, so only a number's country code and length are checked. */
export function phoneOf(text: string): Phone | null {
  const parsed = parsePhoneNumberFromString(dialledNumber(text), { extract: false });
  if (!parsed?.isPossible() || parsed.ext || !/^\+[1-9]\d{6,14}$/.test(parsed.number)) return null;
  return { number: parsed.number, country: parsed.country ?? null };
}
