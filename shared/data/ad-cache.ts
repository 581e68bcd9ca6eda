import type { Ad, AdPage, AdStatus } from '#shared/domain/ads.ts';
import { type AdMedia, adMediaOf } from './ad-media.ts';
import { keyOf } from './keys.ts';
import { packed, unpacked } from './packed.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Table } from './table.ts';

export type AdCache = ReturnType<typeof adCacheIn>;

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
};

/** What is known of a page's ads. Times in epoch milliseconds. */
export type CachedAds = {
  read: (ReadAds & { fetchedAt: number }) | null;
  /** That they could not be read, or read anew, or not all of them, with a sentence. */
  failure: { at: number; sentence: string } | null;
  /** When somebody claimed the reading of them who may still be at it. */
  claimedAt: number | null;
};

/** What is known of a page's ads, and which copies there are of their media. */
export type KnownAds = CachedAds & { media: AdMedia };

type Claim = {
  /** Names who claims. */
  id: string;
  /** Ads read at this time (epoch milliseconds) or later are fresh, when so many were asked for. */
  freshAt: number;
  asked: number;
  /** A failure at this time or later is not to be repeated. */
  failedAt: number;
};

type AdsItem = Item & {
  page?: AdPage | null;
  ads?: string;
  isComplete?: boolean;
  asked?: number;
  fetchedAt?: number;
  failedAt?: number;
  failure?: string;
  claimUntil?: number;
};

/** More than a read takes; a claim of somebody who died ends then. */
const claimMs = 10_000;
/** So long ads are of use while the library does not answer. */
const keptSeconds = 30 * 86_400;
/** An item holds 400 KB. */
const mostCharacters = 350_000;

/** Ads as the library showed them, by page (under the name that led there), country and status. */
export const adCacheIn = (table: Table, { now }: { now: () => number }) => ({
  /** What is known of each of the pages' ads, and which copies there are of their media; one call for up to 50. */
  async read(
    handles: readonly string[],
    { country, status }: AdVariant,
    { consistent = false } = {},
  ): Promise<Map<string, KnownAds>> {
    const keys = handles.flatMap((handle) => [
      keyOf.adsOfPage(handle, country, status),
      keyOf.adMedia(handle),
    ]);
    const items = await table.getMany<AdsItem & { handle: string }>(keys, { consistent });
    const ofKind = (kind: string) =>
      new Map(items.filter((item) => item.kind === kind).map((item) => [item.handle, item]));
    const [ads, media] = [ofKind('page_ads'), ofKind('ad_media')];
    return new Map(
      handles.map((handle) => [
        handle,
        { ...cached(ads.get(handle), now()), media: adMediaOf(media.get(handle)) },
      ]),
    );
  },

  /**
   * Claims the reading of a page's ads for ten seconds: `claimed`, or what is there when that is fresh, has failed just
   * now, or is being read by another. One write.
   */
  async claim(
    handle: string,
    { country, status }: AdVariant,
    { id, freshAt, asked, failedAt }: Claim,
  ): Promise<'claimed' | CachedAds> {
    const at = now();
    try {
      await table.update({
        key: keyOf.adsOfPage(handle, country, status),
        update: 'SET kind = :kind, handle = :handle, claimId = :id, claimUntil = :until, #ttl = :ttl',
        condition:
          'claimId = :id OR ((attribute_not_exists(claimUntil) OR claimUntil <= :now)' +
          ' AND (attribute_not_exists(fetchedAt) OR fetchedAt < :fresh OR asked < :asked)' +
          ' AND (attribute_not_exists(failedAt) OR failedAt < :failed))',
        names: { '#ttl': 'ttl' },
        values: {
          ...{ ':kind': 'page_ads', ':handle': handle, ':id': id, ':until': at + claimMs, ':now': at },
          ...{ ':fresh': freshAt, ':asked': asked, ':failed': failedAt, ':ttl': ttlAt(at) },
        },
      });
      return 'claimed';
    } catch (error) {
      if (!(error instanceof ConditionFailed) || !error.item) throw error;
      return cached(error.item as AdsItem, at);
    }
  },

  /**
   * Keeps what was read under a claim, with a sentence on what could not be, and ends it; nothing when another has taken
   * the claim over. One write.
   */
  async keep(
    handle: string,
    { country, status }: AdVariant,
    id: string,
    { page, ads, isComplete, asked }: ReadAds,
    failure: string | null,
  ): Promise<void> {
    const key = keyOf.adsOfPage(handle, country, status);
    const at = now();
    const failed = failure === null ? {} : { failedAt: at, failure };
    const fields = { handle, page, fetchedAt: at, asked, claimedBy: id, ttl: ttlAt(at), ...failed };
    await unlessTakenOver(() =>
      // Repeated after a lost answer, it finds its own id.
      table.put({ ...key, kind: 'page_ads', ...fields, ...fitting(ads, isComplete) }, mine, values(id)),
    );
  },

  /** Notes under a claim that the ads could not be read, and ends it. One write. */
  async fail(handle: string, variant: AdVariant, id: string, sentence: string): Promise<void> {
    await unlessTakenOver(() =>
      table.update({
        key: keyOf.adsOfPage(handle, variant.country, variant.status),
        update: 'SET failedAt = :at, failure = :failure, claimedBy = :id REMOVE claimId, claimUntil',
        condition: mine,
        values: { ...values(id).values, ':at': now(), ':failure': sentence },
      }),
    );
  },
});

const mine = 'claimId = :id OR claimedBy = :id';
const values = (id: string) => ({ values: { ':id': id } });
const ttlAt = (at: number) => Math.ceil(at / 1000) + keptSeconds;

async function unlessTakenOver(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

function cached(item: Partial<AdsItem> = {}, at: number): CachedAds {
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
      : { page, ads: unpacked<SeenAd[]>(ads), isComplete, asked, fetchedAt };
  return {
    read,
    failure: failedAt === undefined ? null : { at: failedAt, sentence: failure },
    claimedAt: claimUntil > at ? claimUntil - claimMs : null,
  };
}

/** As many of the newest as an item holds. */
function fitting(ads: readonly SeenAd[], isComplete: boolean): { ads: string; isComplete: boolean } {
  const text = packed(ads);
  if (text.length <= mostCharacters) return { ads: text, isComplete };
  return fitting(ads.slice(0, Math.floor(ads.length * 0.8)), false);
}
