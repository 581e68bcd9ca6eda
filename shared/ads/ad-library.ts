import type { Ad, AdPage, AdStatus, Coverage } from '#shared/ads/rules/ads.ts';

export type AdsWanted = {
  pageIds: readonly string[];
  /** The country's code is ISO 3166 in upper case, or `ALL`. */
  country: string;
  status: AdStatus;
  perPage: number;
  /** `deadlineAt` is in epoch milliseconds. */
  deadlineAt: number;
  isOneRound?: boolean;
};

export type AdsOfPage = { pageId: string; ads: readonly Ad[]; isComplete: boolean; error: string | null };

export type AdLibrary = {
  source: string;
  coverageOf(country: string): Coverage;
  restSeconds(): Promise<number>;
  /** Throws `VendorUnavailable` only if no page could be read. */
  adsOf(request: AdsWanted): Promise<readonly AdsOfPage[]>;
  /** The page's handle is an alias or a numeric ID. */
  pageOf(handle: string): Promise<AdPage | null>;
  searchPages(name: string): Promise<readonly AdPage[]>;
};
