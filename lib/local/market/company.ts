/** A company of the invented market. Every name ends in `.example`, where no real site exists. */
export type MadeUpCompany = {
  name: string;
  /** The registrable domain, such as `northwind.example`. */
  domain: string;
  industry: string;
  /** Companies of the same category compete. */
  category: string;
  description: string;
  products: readonly string[];
  /** ISO 3166. */
  country: string;
  /** BCP 47. */
  language: string;
  /** Absent for a company that does not advertise in the ad library. */
  page: { id: string; alias: string } | null;
  /**
   * The website is alive, does not resolve, is for sale, rejects robots (403), or redirects to another
   * domain.
   */
  site: 'alive' | 'dead' | 'parked' | 'walled' | { redirectsTo: string };
};
