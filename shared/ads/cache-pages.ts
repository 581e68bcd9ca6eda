import type { AdPages } from '#shared/ads/store/ad-pages.ts';
import { days } from '#shared/values/durations.ts';
import { isLookedUp, type LookUpDeps, lookUpPages } from './look-up-pages.ts';

export type CachePagesDeps = LookUpDeps & { adPages: Pick<AdPages, 'known' | 'keep'> };

const lookUpMs = 5000;
const lookUpAgainMs = days(1);

/** A cached page saves the first read of its ads a call. A failed or slow look-up has no effect. */
export async function cachePages(handles: readonly string[], deps: CachePagesDeps): Promise<void> {
  if (handles.length === 0) return;
  const { adPages, now } = deps;
  const names = [...new Set(handles)];
  const knownPages = await adPages.known(names);
  const unknown = names.filter((name) => !isLookedUp(knownPages.get(name), now() - lookUpAgainMs));
  await lookUpPages(unknown, now() + lookUpMs, deps);
}
