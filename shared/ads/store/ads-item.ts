import type { Ad, AdPage, AdStatus } from '#shared/ads/rules/ads.ts';
import type { Item } from '#shared/store/item.ts';
import { isAhead, latestAhead } from '#shared/values/ahead.ts';
import type { AdMedia } from './ad-media.ts';
import { gunzipJson, gzipJson } from './gzip-json.ts';

export type AdVariant = { country: string; status: AdStatus };

/** Times are ISO 8601 UTC. */
export type SeenAd = Ad & { firstSeenAt: string; lastSeenAt: string };

export type ReadAds = {
  page: AdPage | null;
  ads: readonly SeenAd[];
  isComplete: boolean;
  asked: number;
  /** The time is in epoch milliseconds. */
  fetchedAt: number;
};

export type Failure = { at: number; sentence: string; retryAfterSeconds?: number };

export type CachedAds = {
  read: ReadAds | null;
  failure: Failure | null;
  claimedAt: number | null;
};

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

export const claimMs = 10_000;
/** An item of the store may have 400 KB. */
const maxCharacters = 350_000;

export function cachedAds(item: Partial<AdsItem> = {}, at: number): CachedAds {
  const { page = null, ads, isComplete = false, asked = 0, fetchedAt, failedAt, failure = '', claimUntil = 0 } = item;
  const lastRead =
    ads === undefined || fetchedAt === undefined ? null : { page, ads: gunzipJson<SeenAd[]>(ads), isComplete, asked, fetchedAt };
  return {
    read: lastRead,
    failure: failedAt === undefined || failedAt > latestAhead(at, 0) ? null : { at: failedAt, sentence: failure },
    claimedAt: isAhead(claimUntil, at, claimMs) ? claimUntil - claimMs : null,
  };
}

export function fitting(ads: readonly SeenAd[], isComplete: boolean): { ads: string; isComplete: boolean } {
  const text = gzipJson(ads);
  if (text.length <= maxCharacters) return { ads: text, isComplete };
  return fitting(ads.slice(0, Math.floor(ads.length * 0.8)), false);
}
