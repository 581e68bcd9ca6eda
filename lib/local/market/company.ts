/** A company of the mock servers' made-up market. Every name is under `.example`, where nobody's site is. */
export type MadeUpCompany = {
  name: string;
  /** Registrable, such as `northwind.example`. */
  domain: string;
  industry: string;
  /** What it sells in a few words: companies of one category compete. */
  category: string;
  description: string;
  products: readonly string[];
  /** ISO 3166. */
  country: string;
  /** BCP 47. */
  language: string;
  /** Its page in the ad library, if it advertises there. */
  page: { id: string; alias: string } | null;
  /** What its website does: answers, does not resolve, is for sale, turns away robots (403), leads to another's domain. */
  site: 'alive' | 'dead' | 'parked' | 'walled' | { redirectsTo: string };
};
