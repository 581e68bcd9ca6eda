import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type Phone = {
  /** The phone number is E.164. */
  number: string;
  /** The country code is ISO 3166; a number that fits several countries has `null`. */
  country: CountryCode | null;
};

/** National rules change more often than the library, so only a number's country code and length are checked. */
export function phoneOf(text: string): Phone | null {
  const parsed = parsePhoneNumberFromString(dialled(text), { extract: false });
  if (!parsed?.isPossible() || parsed.ext || !/^\+[1-9]\d{6,14}$/.test(parsed.number)) return null;
  return { number: parsed.number, country: parsed.country ?? null };
}

const dialled = (text: string): string =>
  text
    .normalize('NFKC')
    // Address books add invisible marks of the writing direction to numbers.
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00(?=[\s(]*[1-9])/, '+')
    // Mexico's mobile numbers had a 1 after the country code until 2019.
    .replace(/^\+\s*52[\s().-]*1(?=(?:[\s().-]*\d){10}$)/, '+52 ');
