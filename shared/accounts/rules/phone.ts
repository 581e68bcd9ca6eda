import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type Phone = {
  /** E.164. */
  number: string;
  /** Two letters of ISO 3166; `null` where the number does not tell. */
  country: CountryCode | null;
};

/**
 * A phone number in international form, however it is punctuated, as E.164; `null` for what is none. It is judged by its
 * country code and length: the finer rules of countries change more often than the library that knows them is updated,
 * and the messaging app reports numbers that do not exist.
 */
export function phoneOf(text: string): Phone | null {
  const found = parsePhoneNumberFromString(text.trim(), { extract: false });
  if (!found?.isPossible() || found.ext || !/^\+[1-9]\d{6,14}$/.test(found.number)) return null;
  return { number: found.number, country: found.country ?? null };
}
