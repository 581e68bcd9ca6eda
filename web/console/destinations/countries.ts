/** Commas or spaces separate codes of two letters. */
export const countriesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

export const countryNames = (codes: readonly string[]): string =>
  codes.map((code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)).join(', ');
