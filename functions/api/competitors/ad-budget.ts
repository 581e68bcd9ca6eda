import { adCache, adLibrary, adPages, adReadsPerHour, adRefreshesPerHour, adsCacheHours, adsTimeoutMs } from '#shared/ads/needs.ts';
import { type AdsAsked, type AdsRead, readAds } from '#shared/ads/read-ads.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import type { Actors } from '#shared/http/actors.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, Taken } from '#shared/limits/rate-limits.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

export const adBudgetNeeds = {
  adCache,
  adLibrary,
  adPages,
  adReadsPerHour,
  adRefreshesPerHour,
  adsCacheHours,
  adsTimeoutMs,
  limits,
  queues,
};
type Deps = DepsOf<typeof adBudgetNeeds>;

export const refreshes = (perHour: number): RateLimit => ({
  name: 'ad-refreshes',
  limit: perHour,
  windowSeconds: hourInSeconds,
});

const readings = (perHour: number): RateLimit => ({
  name: 'ad-reads',
  limit: perHour,
  windowSeconds: hourInSeconds,
});

export async function spend(limit: RateLimit, { user }: Actors['view'], { limits }: Pick<Deps, 'limits'>): Promise<Record<string, string>> {
  const budget = await limits.take(limit, String(user.id));
  if (!budget.isAllowed) throw limitReached(limit, budget);
  return rateLimitHeaders(limit, budget);
}

/** A read from the cache does not count; only a call of the ad library counts. */
export async function readAdsWithin(
  request: Omit<AdsAsked, 'spend'>,
  actor: Actors['view'],
  deps: Deps,
): Promise<{ reads: Map<string, AdsRead>; headers: Record<string, string> }> {
  if (request.refresh) {
    const headers = await spend(refreshes(deps.adRefreshesPerHour), actor, deps);
    return { reads: await readAds(request, deps), headers };
  }
  const limit = readings(deps.adReadsPerHour);
  const budgets: Taken[] = [];
  const spendOnce = async () => {
    const budget = budgets[0] ?? (await deps.limits.take(limit, String(actor.user.id)));
    budgets[0] = budget;
    return budget.isAllowed ? null : budget.resetSeconds;
  };
  const reads = await readAds({ ...request, spend: spendOnce }, deps);
  const [budget] = budgets;
  if (!budget) return { reads, headers: {} };
  if (!budget.isAllowed && [...reads.values()].every(({ read }) => read === null)) throw limitReached(limit, budget);
  return { reads, headers: rateLimitHeaders(limit, budget) };
}
