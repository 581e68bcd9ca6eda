import { mediaQueue } from '#shared/ads/queues.ts';
import type { Ad } from '#shared/ads/rules/ads.ts';
import type { AdCache } from '#shared/ads/store/ad-cache.ts';
import { type AdMedia, adMediaOf } from '#shared/ads/store/ad-media.ts';
import type { AdPages, FirstSeen } from '#shared/ads/store/ad-pages.ts';
import { type CachedAds, claimMs, type KnownAds, type SeenAd } from '#shared/ads/store/ads-item.ts';
import { log } from '#shared/log.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { type AskLibrary, type LibraryDeps, noAnswer, readFromLibrary } from './read-from-library.ts';

export type RefillDeps = LibraryDeps & {
  adCache: AdCache;
  adPages: AdPages;
  queues: Pick<Sender, 'send'>;
};

export type Refill = AskLibrary & {
  claimId: string;
  before: ReadonlyMap<string, KnownAds>;
};

export async function refillAds(refill: Refill, deps: RefillDeps): Promise<Map<string, CachedAds>> {
  const { handles, claimId, variant, before } = refill;
  const knownPages = await deps.adPages.known(handles);
  const outcomes = await renewing(refill, () => readFromLibrary(refill, knownPages, deps), deps);
  const after = new Map<string, CachedAds>();
  await Promise.all(
    [...outcomes].map(async ([handle, outcome]) => {
      const earlier = before.get(handle)?.read ?? null;
      const at = deps.now();
      const failure = outcome.failure === null ? null : { at, sentence: outcome.failure };
      // An incomplete list of ads must not replace a longer earlier list.
      const isLess = outcome.failure !== null && (earlier?.ads.length ?? 0) >= (outcome.read?.ads.length ?? 0);
      if (outcome.read === null || isLess) {
        await deps.adCache.fail(handle, variant, claimId, outcome.failure ?? noAnswer);
        after.set(handle, { read: earlier, failure, claimedAt: null });
        return;
      }
      const firstSeen = knownPages.get(handle)?.firstSeen ?? {};
      const ads = seenAt(at, outcome.read.ads, earlier?.ads ?? [], firstSeen);
      const adsRead = { ...outcome.read, ads, fetchedAt: at };
      await orderCopies(handle, ads, before.get(handle)?.media, deps);
      await deps.adCache.keep(handle, variant, claimId, adsRead, outcome.failure);
      if (ads.some(({ id }) => !(id in firstSeen))) await recordSeen(handle, ads, firstSeen, deps);
      after.set(handle, { read: adsRead, failure, claimedAt: null });
    }),
  );
  return after;
}

/** The claim on a page is renewed during the read: otherwise another request would read its ads again, at our cost. */
async function renewing<T>(
  { handles, variant, claimId }: Refill,
  work: () => Promise<T>,
  { adCache }: Pick<RefillDeps, 'adCache'>,
): Promise<T> {
  const beat = setInterval(() => {
    Promise.all(handles.map((handle) => adCache.renew(handle, variant, claimId))).catch((error) =>
      log.warn('claims of ads not renewed', { error: error as Error }),
    );
  }, claimMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** The copies of media are ordered before the ads are stored, so that a crash loses none. */
async function orderCopies(
  handle: string,
  ads: readonly SeenAd[],
  media: AdMedia = adMediaOf(null),
  { queues, now }: Pick<RefillDeps, 'queues' | 'now'>,
): Promise<void> {
  const urls = media.toCopy(
    ads.flatMap(({ imageUrls, videoUrls }) => [...imageUrls, ...videoUrls]),
    now(),
  );
  const parts = Array.from({ length: Math.ceil(urls.length / maxUrls) }, (_, at) => urls.slice(at * maxUrls, (at + 1) * maxUrls));
  const sendResults = await Promise.allSettled(parts.map((part) => queues.send(mediaQueue, { handle, urls: part })));
  const failed = sendResults.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) log.warn('copies of media not ordered', { error: failed.reason as Error });
}
const maxUrls = 50;

function seenAt(at: number, ads: readonly Ad[], earlier: readonly SeenAd[], firstSeen: FirstSeen): SeenAd[] {
  const now = new Date(at).toISOString();
  const first = new Map(Object.entries(firstSeen));
  for (const ad of earlier) first.set(ad.id, earliest(ad.firstSeenAt, first.get(ad.id)));
  return ads.map((ad) => ({ ...ad, firstSeenAt: first.get(ad.id) ?? now, lastSeenAt: now }));
}

const earliest = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);

const recordSeen = (handle: string, ads: readonly SeenAd[], knownFirstSeen: FirstSeen, { adPages }: Pick<RefillDeps, 'adPages'>) =>
  adPages.keepSeen(handle, {
    ...knownFirstSeen,
    ...Object.fromEntries(ads.map(({ id, firstSeenAt }) => [id, firstSeenAt])),
  });
