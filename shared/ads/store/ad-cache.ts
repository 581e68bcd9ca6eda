import { keyOf } from '#shared/ads/items.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { adMediaOf } from './ad-media.ts';
import { type AdsItem, type AdVariant, type CachedAds, cachedAds, claimMs, fitting, type KnownAds, type ReadAds } from './ads-item.ts';

export type AdCache = ReturnType<typeof adCacheIn>;

type Claim = {
  id: string;
  /** The time is in epoch milliseconds. */
  freshAt: number;
  asked: number;
  failedAt: number;
};

const retentionSeconds = daysInSeconds(30);
export const adCacheIn = (table: Table, { now }: { now: () => number }) => ({
  async read(handles: readonly string[], { country, status }: AdVariant, { consistent = false } = {}): Promise<Map<string, KnownAds>> {
    const keys = handles.flatMap((handle) => [keyOf.adsOfPage(handle, country, status), keyOf.adMedia(handle)]);
    const items = await table.getMany<AdsItem & { handle: string }>(keys, { consistent });
    const ofKind = (kind: string) => new Map(items.filter((item) => item.kind === kind).map((item) => [item.handle, item]));
    const [ads, media] = [ofKind('page_ads'), ofKind('ad_media')];
    return new Map(handles.map((handle) => [handle, { ...cachedAds(ads.get(handle), now()), media: adMediaOf(media.get(handle)) }]));
  },

  /** Makes one write. A claim on a page lasts ten seconds. */
  async claim(handle: string, { country, status }: AdVariant, { id, freshAt, asked, failedAt }: Claim): Promise<'claimed' | CachedAds> {
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
          ':kind': 'page_ads',
          ':handle': handle,
          ':id': id,
          ':until': at + claimMs,
          ':now': at,
          ':absurd': latestAhead(at, claimMs),
          ':ahead': latestAhead(at, 0),
          ':fresh': freshAt,
          ':asked': asked,
          ':failed': failedAt,
          ':ttl': ttlAt(at),
        },
      }),
    );
    if (!refusal) return 'claimed';
    if (!refusal.item) throw refusal;
    return cachedAds(refusal.item as AdsItem, at);
  },

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

  /** Makes one write. The result of a request whose claim was taken over has no effect. */
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
      // A repeated write whose first response was lost finds its own ID.
      table.put({ ...key, kind: 'page_ads', ...fields, ...fitting(ads, isComplete) }, mine, values(id)),
    );
  },

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
