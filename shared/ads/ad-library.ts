import type { Ad, AdPage, AdStatus, Coverage } from '#shared/ads/rules/ads.ts';

export type AdsWanted = {
  pageIds: readonly string[];
  /** ISO 3166 upper case, or `ALL`. */
  country: string;
  status: AdStatus;
  /** At most so many of each page. */
  perPage: number;
  /** Epoch milliseconds: what has not come by then is left out. */
  deadlineAt: number;
  /** Whether what comes in one round trip will do, though there may be more. */
  isOneRound?: boolean;
};

/** The ads of one page: newest first; `error` in a sentence when they could not be read, `isComplete` when there are no more. */
export type AdsOfPage = { pageId: string; ads: readonly Ad[]; isComplete: boolean; error: string | null };

/** A public library of ads. */
export type AdLibrary = {
  /** As it is recorded with what came from it. */
  source: string;
  /** Whether it shows the commercial ads that ran in a country. */
  coverageOf(country: string): Coverage;
  /** How many seconds it has asked to be left alone for; 0 when it may be asked. */
  restSeconds(): Promise<number>;
  /** One entry for every page asked for. Throws `VendorUnavailable` only when no page could be read at all. */
  adsOf(wanted: AdsWanted): Promise<readonly AdsOfPage[]>;
  /** The page of an alias or a numeric id; `null` when there is none that may be seen. */
  pageOf(handle: string): Promise<AdPage | null>;
  /** Pages whose name is like this, the likeliest first. */
  searchPages(name: string): Promise<readonly AdPage[]>;
};
