/** No real site ends in `.example`. */
export type MadeUpCompany = {
  name: string;
  domain: string;
  industry: string;
  category: string;
  description: string;
  products: readonly string[];
  country: string;
  /** The language is a BCP 47 code. */
  language: string;
  page: { id: string; alias: string } | null;
  site: 'alive' | 'dead' | 'parked' | 'walled' | { redirectsTo: string };
};
