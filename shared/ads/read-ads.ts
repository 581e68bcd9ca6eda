import { randomUUID } from 'node:crypto';
import type { AdVariant, CachedAds, Failure, KnownAds } from '#shared/ads/store/ads-item.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { hours } from '#shared/values/durations.ts';
import { maxAds } from './read-from-library.ts';
import { type RefillDeps, refillAds } from './refill-ads.ts';
import { inMinutes, restSentence } from './vendor-error-message.ts';

export type ReadAdsDeps = RefillDeps & {
  adsCacheHours: number;
  adsTimeoutMs: number;
  pause(milliseconds: number): Promise<void>;
};

export type AdsAsked = AdVariant & {
  handles: readonly string[];
  limit: number;
  refresh: boolean;
  /** Returns the seconds until the next allowed read if the caller's allowance is used up. */
  spend?(): Promise<number | null>;
};

export type AdsRead = KnownAds & {
  isCached: boolean;
  isStale: boolean;
};

/** Limits of ads are rounded up, so that one read serves all smaller limits. */
const askedOf = (limit: number) => (limit <= minAds ? minAds : maxAds);
const minAds = 50;
/** A failing library probably throttles, so calls to it pause for this time. */
const failureMs = 30_000;
const patienceMs = 3000;
const claimingMs = 1000;
const tooOften = 'You have had ads read from the ad library too often. You can again';
const pauses = [100, 200, 400, 800] as const;

export async function readAds(asked: AdsAsked, deps: ReadAdsDeps): Promise<Map<string, AdsRead>> {
  const { country, status, limit, refresh } = asked;
  const { adCache, adLibrary, now, pause, adsTimeoutMs } = deps;
  const handles = [...new Set(asked.handles)].sort();
  const variant: AdVariant = { country, status };
  const startedAt = now();
  const adsQuery = {
    id: randomUUID(),
    freshAt: refresh ? startedAt : startedAt - hours(deps.adsCacheHours),
    asked: askedOf(limit),
    failedAt: refresh ? startedAt : startedAt - failureMs,
  };
  const isFresh = ({ read: lastRead }: CachedAds) =>
    lastRead !== null && lastRead.fetchedAt >= adsQuery.freshAt && lastRead.fetchedAt <= latestAhead(now(), 0) && lastRead.asked >= limit;
  const isNewPart = ({ read: lastRead, failure }: CachedAds) =>
    lastRead !== null && failure === null && lastRead.fetchedAt >= startedAt && lastRead.asked < minAds;
  const cached = await adCache.read(handles, variant);
  const before = new Map(cached);
  const of = (handle: string) => cached.get(handle) as KnownAds;
  const learn = (handle: string, ads: CachedAds) => cached.set(handle, { ...of(handle), ...ads });
  const isGood = (ads: CachedAds) => isFresh(ads) || isNewPart(ads);
  const isOpen = (handle: string) => !isGood(of(handle)) && (of(handle).failure?.at ?? 0) < adsQuery.failedAt;
  const leave = (handlesLeft: readonly string[], sentence: string, retryAfterSeconds: number) => {
    const failure: Failure = { at: now(), sentence, retryAfterSeconds };
    for (const handle of handlesLeft) learn(handle, { ...of(handle), failure });
  };

  for (let waitedMs = 0, tries = 0; ; tries++) {
    const pending = handles.filter(isOpen);
    const free = pending.filter((handle) => of(handle).claimedAt === null);
    // A read of ads that starts late would run out of time.
    const mine = isJustClaimed(pending[0]) || waitedMs > (adsTimeoutMs * 2) / 3 ? [] : await claim(free);
    if (mine.length > 0) {
      const refill = {
        claimId: adsQuery.id,
        asked: adsQuery.asked,
        lookUpAgainAt: adsQuery.freshAt,
        before: cached,
      };
      const deadlineAt = startedAt + adsTimeoutMs;
      const refilledAds = await refillAds({ ...refill, handles: mine, variant, deadlineAt }, deps);
      for (const [handle, ads] of refilledAds) learn(handle, ads);
    }
    const waiting = handles.filter(isOpen);
    const patience = waiting.every((handle) => of(handle).read) ? patienceMs : adsTimeoutMs;
    if (waiting.length === 0 || waitedMs >= patience) break;
    const waitMs = pauses[tries] ?? 800;
    await pause(waitMs);
    waitedMs += waitMs;
    for (const [handle, ads] of await adCache.read(waiting, variant, { consistent: true })) learn(handle, ads);
  }
  return new Map(
    handles.map((handle) => {
      const ads = of(handle);
      const isCached = ads.read !== null && before.get(handle)?.read?.fetchedAt === ads.read.fetchedAt;
      return [handle, { ...ads, isCached, isStale: !isGood(ads) }];
    }),
  );

  function isJustClaimed(handle: string | undefined): boolean {
    const claimedAt = handle === undefined ? null : of(handle).claimedAt;
    return claimedAt !== null && claimedAt + claimingMs > now();
  }

  /** The claim on the first page decides, so one of two equal requests reads all pages. */
  async function claim([first, ...rest]: readonly string[]): Promise<string[]> {
    const isMine = async (handle: string) => {
      const outcome = await adCache.claim(handle, variant, { ...adsQuery, asked: limit });
      if (outcome !== 'claimed') learn(handle, outcome);
      return outcome === 'claimed';
    };
    if (first === undefined) return [];
    const restSeconds = await adLibrary.restSeconds();
    if (restSeconds > 0) {
      leave([first, ...rest], restSentence(restSeconds), restSeconds);
      return [];
    }
    if (!(await isMine(first))) return [];
    const waitSeconds = (await asked.spend?.()) ?? null;
    if (waitSeconds !== null) {
      await adCache.release(first, variant, adsQuery.id);
      leave([first, ...rest], `${tooOften} ${inMinutes(waitSeconds)}.`, waitSeconds);
      return [];
    }
    const others = await Promise.all(rest.map(isMine));
    return [first, ...rest.filter((_, at) => others[at])];
  }
}
