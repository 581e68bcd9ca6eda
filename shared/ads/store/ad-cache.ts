import { keyOf } from '#shared/store/keys.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { adMediaOf } from './ad-media.ts';
import {
  type AdsItem,
  type AdVariant,
  type CachedAds,
  cachedAds,
  claimMs,
  fitting,
  type KnownAds,
  type ReadAds,
} from './ads-item.ts';

export type AdCache = ReturnType<typeof adCacheIn>;

type Claim = {
  /** Names who claims. */
  id: string;
  /** Ads read at this time (epoch milliseconds) or later are fresh, when so many were asked for. */
  freshAt: number;
  asked: number;
  /** A failure at this time or later is not to be repeated. */
  failedAt: number;
};

/** So long ads are of use while the library does not answer. */
const retentionSeconds = daysInSeconds(30);
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
        { ...cachedAds(ads.get(handle), now()), media: adMediaOf(media.get(handle)) },
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
    const refusal = await refusalOf(
      table.update({
        key: keyOf.adsOfPage(handle, country, status),
        update: 'SET kind = :kind, handle = :handle, claimId = :id, claimUntil = :until, #ttl = :ttl',
        condition:
          'claimId = :id OR ((attribute_not_exists(claimUntil) OR claimUntil <= :now OR claimUntil > :absurd)' +
          ' AND (attribute_not_exists(fetchedAt) OR fetchedAt < :fresh OR fetchedAt > :ahead OR asked < :asked)' +
          ' AND (attribute_not_exists(failedAt) OR failedAt < :failed OR failedAt > :ahead))',
        names: { '#ttl': 'ttl' },
        values: {
          ...{ ':kind': 'page_ads', ':handle': handle, ':id': id, ':until': at + claimMs, ':now': at },
          ...{ ':absurd': latestAhead(at, claimMs), ':ahead': latestAhead(at, 0) },
          ...{ ':fresh': freshAt, ':asked': asked, ':failed': failedAt, ':ttl': ttlAt(at) },
        },
      }),
    );
    if (!refusal) return 'claimed';
    if (!refusal.item) throw refusal;
    return cachedAds(refusal.item as AdsItem, at);
  },

  /** Claims for ten seconds more what is still claimed. One write. */
  async renew(handle: string, { country, status }: AdVariant, id: string): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.adsOfPage(handle, country, status),
        update: 'SET claimUntil = :until',
        condition: 'claimId = :id',
        values: { ':id': id, ':until': now() + claimMs },
      }),
    );
  },

  /** Ends a claim under which nothing is read. One write. */
  async release(handle: string, { country, status }: AdVariant, id: string): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.adsOfPage(handle, country, status),
        update: 'REMOVE claimId, claimUntil',
        condition: 'claimId = :id',
        values: { ':id': id },
      }),
    );
  },

  /**
   * Keeps what was read under a claim, with a sentence on what could not be, and ends it; nothing when another has taken
   * the claim over. One write.
   */
  async keep(
    handle: string,
    { country, status }: AdVariant,
    id: string,
    { page, ads, isComplete, asked, fetchedAt }: ReadAds,
    failure: string | null,
  ): Promise<void> {
    const key = keyOf.adsOfPage(handle, country, status);
    const failed = failure === null ? {} : { failedAt: fetchedAt, failure };
    const fields = { handle, page, fetchedAt, asked, claimedBy: id, ttl: ttlAt(fetchedAt), ...failed };
    await tookEffect(
      // Repeated after a lost answer, it finds its own id.
      table.put({ ...key, kind: 'page_ads', ...fields, ...fitting(ads, isComplete) }, mine, values(id)),
    );
  },

  /** Notes under a claim that the ads could not be read, and ends it. One write. */
  async fail(handle: string, variant: AdVariant, id: string, sentence: string): Promise<void> {
    await tookEffect(
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
const ttlAt = (at: number) => Math.ceil(at / 1000) + retentionSeconds;
