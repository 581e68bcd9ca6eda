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
  const parsed = parsePhoneNumberFromString(dialled(text), { extract: false });
  if (!parsed?.isPossible() || parsed.ext || !/^\+[1-9]\d{6,14}$/.test(parsed.number)) return null;
  return { number: parsed.number, country: parsed.country ?? null };
}

/** The forms in which address books, pages and older customs write a number, as its international form. */
const dialled = (text: string): string =>
  text
    .normalize('NFKC')
    // Marks of the writing direction, which address books put around a number.
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00(?=[\s(]*[1-9])/, '+')
    // Mexico's mobile numbers had a 1 after the country code until 2019.
    .replace(/^\+\s*52[\s().-]*1(?=(?:[\s().-]*\d){10}$)/, '+52 ');
