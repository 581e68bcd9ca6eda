import type { AdPage } from '#shared/ads/rules/ads.ts';
import type { AdPages, KnownPage } from '#shared/ads/store/ad-pages.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { AdLibrary } from './ad-library.ts';
import { resultOrVendorError } from './result-or-vendor-error.ts';
import { withTimeout } from './with-timeout.ts';

export type LookUpDeps = {
  now(): number;
  adPages: Pick<AdPages, 'keep'>;
  adLibrary: Pick<AdLibrary, 'pageOf'>;
};

/** The page of a name, `null` if there is none, or the library's failure. */
export type Looked = AdPage | null | VendorUnavailable;

/** More names than any account has competitors. */
const namesAtOnce = 20;

/**
 * Returns whether a name needs no look-up. A known page remains known; a missing page is cached for some
 * time.
 */
export const isLookedUp = (known: KnownPage | undefined, lookUpAgainAt: number) =>
  known !== undefined && (known.page !== null || known.lookedUpAt >= lookUpAgainAt);

/** Looks up the pages of names in parallel until `deadlineAt` (epoch milliseconds), and stores them. */
export async function lookUpPages(
  handles: readonly string[],
  deadlineAt: number,
  { adPages, adLibrary, now }: LookUpDeps,
): Promise<Map<string, Looked>> {
  const pages = new Map<string, Looked>();
  await forEachConcurrent(handles, namesAtOnce, async (handle) => {
    const page = await resultOrVendorError(withTimeout(adLibrary.pageOf(handle), deadlineAt - now()));
    pages.set(handle, page);
    if (!(page instanceof VendorUnavailable)) await adPages.keep(handle, page);
  });
  return pages;
}
