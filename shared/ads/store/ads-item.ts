import type { Ad, AdPage, AdStatus } from '#shared/ads/rules/ads.ts';
import type { Item } from '#shared/store/item.ts';
import { isAhead, latestAhead } from '#shared/values/ahead.ts';
import type { AdMedia } from './ad-media.ts';
import { gunzipJson, gzipJson } from './gzip-json.ts';

/** Which of a page's ads; `country` is ISO 3166 in upper case, or `ALL`. */
export type AdVariant = { country: string; status: AdStatus };

/** An ad with the times (ISO 8601 in UTC) at which the library first and last showed it to us. */
export type SeenAd = Ad & { firstSeenAt: string; lastSeenAt: string };

/** What was read of a page. */
export type ReadAds = {
  /** `null` when the library has no such page. */
  page: AdPage | null;
  /** Newest first. */
  ads: readonly SeenAd[];
  /** Whether these are all that the library has. */
  isComplete: boolean;
  /** How many were asked for, or could have been. */
  asked: number;
  /** Epoch milliseconds. */
  fetchedAt: number;
};

/** `retryAfterSeconds` where it is known when trying again may help; it is not kept. */
export type Failure = { at: number; sentence: string; retryAfterSeconds?: number };

/** What is known of a page's ads. Times in epoch milliseconds. */
export type CachedAds = {
  read: ReadAds | null;
  /** A sentence if some could not be read or refreshed. */
  failure: Failure | null;
  /** When somebody claimed the reading of them who may still be at it. */
  claimedAt: number | null;
};

/** What is known of a page's ads, and which copies there are of their media. */
export type KnownAds = CachedAds & { media: AdMedia };

export type AdsItem = Item & {
  page?: AdPage | null;
  ads?: string;
  isComplete?: boolean;
  asked?: number;
  fetchedAt?: number;
  failedAt?: number;
  failure?: string;
  claimUntil?: number;
};

/** A claim of somebody who died ends after so long; who lives renews it in time. */
export const claimMs = 10_000;
/** An item holds 400 KB. */
const maxCharacters = 350_000;

/** A page's ads as an item holds them at a moment, in epoch milliseconds. */
export function cachedAds(item: Partial<AdsItem> = {}, at: number): CachedAds {
  const {
    page = null,
    ads,
    isComplete = false,
    asked = 0,
    fetchedAt,
    failedAt,
    failure = '',
    claimUntil = 0,
  } = item;
  const read =
    ads === undefined || fetchedAt === undefined
      ? null
      : { page, ads: gunzipJson<SeenAd[]>(ads), isComplete, asked, fetchedAt };
  return {
    read,
    failure:
      failedAt === undefined || failedAt > latestAhead(at, 0) ? null : { at: failedAt, sentence: failure },
    claimedAt: isAhead(claimUntil, at, claimMs) ? claimUntil - claimMs : null,
  };
}

/** As many of the newest ads as an item holds. */
export function fitting(ads: readonly SeenAd[], isComplete: boolean): { ads: string; isComplete: boolean } {
  const text = gzipJson(ads);
  if (text.length <= maxCharacters) return { ads: text, isComplete };
  return fitting(ads.slice(0, Math.floor(ads.length * 0.8)), false);
}
