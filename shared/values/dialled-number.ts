/** A phone number as people write it, with `+` for the prefix `00`. */
export const dialledNumber = (text: string): string =>
  text
    .normalize('NFKC')
    // Address books add invisible marks of the writing direction to numbers.
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00(?=[\s(]*[1-9])/, '+')
    // Mexico's mobile numbers had a 1 after the country code until 2019.
    .replace(/^\+\s*52[\s().-]*1(?=(?:[\s().-]*\d){10}$)/, '+52 ');
