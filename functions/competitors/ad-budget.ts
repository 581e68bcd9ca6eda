import type { RateLimit } from '#shared/data/rate-limits.ts';
import type { CompetitorDeps } from '#shared/deps/competitors.ts';
import type { Actors } from '#shared/http/actors.ts';
import { limitReached, rateLimitHeaders } from '#shared/http/rate-limit-headers.ts';

/** How often an hour whoever has signed in may pass the cache of ads. */
export const refreshes = (perHour: number): RateLimit => ({
  name: 'ad-refreshes',
  limit: perHour,
  windowSeconds: 3600,
});

/** Whoever looks for pages makes us ask websites and the library. */
export const pageLookUps: RateLimit = { name: 'page-look-ups', limit: 60, windowSeconds: 3600 };

/** Takes one use of a limit, answered as headers; a budget that is used up is a 429. */
export async function spend(
  limit: RateLimit,
  { signedIn }: Actors['view'],
  { limits }: Pick<CompetitorDeps, 'limits'>,
): Promise<Record<string, string>> {
  const left = await limits.take(limit, String(signedIn.id));
  if (!left.isAllowed) throw limitReached(limit, left);
  return rateLimitHeaders(limit, left);
}

/** As `spend`, where the cache is to be passed; else nothing. */
export const spendRefresh = async (
  isForced: boolean,
  actor: Actors['view'],
  deps: Pick<CompetitorDeps, 'limits' | 'adRefreshesPerHour'>,
) => (isForced ? await spend(refreshes(deps.adRefreshesPerHour), actor, deps) : {});
