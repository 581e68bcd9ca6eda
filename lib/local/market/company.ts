/** No real site ends in `.example`. */
export type MadeUpCompany = {
  name: string;
  domain: string;
  industry: string;
  category: string;
  description: string;
  products: readonly string[];
  /** The code is ISO 3166. */
  country: string;
  /** The code is BCP 47. */
  language: string;
  page: { id: string; alias: string } | null;
  site: 'alive' | 'dead' | 'parked' | 'walled' | { redirectsTo: string };
};
