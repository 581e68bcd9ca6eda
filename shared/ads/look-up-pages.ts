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

export type Looked = AdPage | null | VendorUnavailable;

const namesAtOnce = 20;

export const isLookedUp = (knownPage: KnownPage | undefined, lookUpAgainAt: number) =>
  knownPage !== undefined && (knownPage.page !== null || knownPage.lookedUpAt >= lookUpAgainAt);

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
