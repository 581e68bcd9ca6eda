import type { AdPages } from '#shared/ads/store/ad-pages.ts';
import { isLookedUp, type LookUpDeps, lookUpPages } from './look-up-pages.ts';

export type KnowPagesDeps = LookUpDeps & { adPages: Pick<AdPages, 'known' | 'keep'> };

const lookUpMs = 5000;
const lookUpAgainMs = 86_400_000;

/**
 * Looks up the pages of names, so that whoever reads their ads first need not: that saves a round trip. A library that
 * does not answer, or not in five seconds, changes nothing.
 */
export async function knowPages(handles: readonly string[], deps: KnowPagesDeps): Promise<void> {
  if (handles.length === 0) return;
  const { adPages, now } = deps;
  const names = [...new Set(handles)];
  const known = await adPages.known(names);
  const unknown = names.filter((name) => !isLookedUp(known.get(name), now() - lookUpAgainMs));
  await lookUpPages(unknown, now() + lookUpMs, deps);
}
