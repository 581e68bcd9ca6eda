const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Unions, and codes for tests and unknown countries, have a name too. */
const noCountries: readonly string[] = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'];

/** A code of ISO 3166-1 alpha-2. `Intl` also knows codes that were replaced, such as UK. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !noCountries.includes(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
