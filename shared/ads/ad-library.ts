import type { Ad, AdPage, AdStatus, Coverage } from '#shared/ads/rules/ads.ts';

export type AdsWanted = {
  pageIds: readonly string[];
  /** ISO 3166 upper case, or `ALL`. */
  country: string;
  status: AdStatus;
  /** The maximum of ads per page. */
  perPage: number;
  /** Epoch milliseconds. Ads that arrive later are omitted. */
  deadlineAt: number;
  /** The result of one round trip is sufficient, even if there are more ads. */
  isOneRound?: boolean;
};

/**
 * The ads of one page, newest first. `error` is a sentence after a failed read; `isComplete` means that there
 * are no more.
 */
export type AdsOfPage = { pageId: string; ads: readonly Ad[]; isComplete: boolean; error: string | null };

export type AdLibrary = {
  source: string;
  coverageOf(country: string): Coverage;
  /** Returns the remaining seconds of a throttle, or 0. */
  restSeconds(): Promise<number>;
  /** Returns an entry for every requested page. Throws `VendorUnavailable` only if no page could be read. */
  adsOf(wanted: AdsWanted): Promise<readonly AdsOfPage[]>;
  /** Returns the page of an alias or a numeric ID, or `null` for a missing or hidden page. */
  pageOf(handle: string): Promise<AdPage | null>;
  /** Returns pages with a similar name, the best match first. */
  searchPages(name: string): Promise<readonly AdPage[]>;
};
