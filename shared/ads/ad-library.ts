import type { Ad, AdPage, AdStatus, Coverage } from '#shared/ads/rules/ads.ts';

export type AdsWanted = {
  pageIds: readonly string[];
  /** ISO 3166 upper case, or `ALL`. */
  country: string;
  status: AdStatus;
  perPage: number;
  /** Epoch milliseconds. Ads that arrive later are omitted. */
  deadlineAt: number;
  /** The result of one round trip is sufficient, even if there are more ads. */
  isOneRound?: boolean;
};

export type AdsOfPage = { pageId: string; ads: readonly Ad[]; isComplete: boolean; error: string | null };

export type AdLibrary = {
  source: string;
  coverageOf(country: string): Coverage;
  restSeconds(): Promise<number>;
  /** Returns an entry for every requested page. Throws `VendorUnavailable` only if no page could be read. */
  adsOf(wanted: AdsWanted): Promise<readonly AdsOfPage[]>;
  /** Returns the page of an alias or a numeric ID, or `null` for a missing or hidden page. */
  pageOf(handle: string): Promise<AdPage | null>;
  searchPages(name: string): Promise<readonly AdPage[]>;
};
