import { type Ad, type AdPage, boundedAd } from '#shared/ads/rules/ads.ts';
import type { KnownPage } from '#shared/ads/store/ad-pages.ts';
import type { AdVariant } from '#shared/ads/store/ads-item.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { AdLibrary, AdsOfPage } from './ad-library.ts';
import { isLookedUp, type Looked, type LookUpDeps, lookUpPages } from './look-up-pages.ts';
import { resultOrVendorError } from './result-or-vendor-error.ts';
import { vendorErrorMessage } from './vendor-error-message.ts';
import { withTimeout } from './with-timeout.ts';

export type LibraryDeps = LookUpDeps & { adLibrary: AdLibrary };

export type AskLibrary = {
  handles: readonly string[];
  variant: AdVariant;
  asked: number;
  /** A page that was missing before this time (epoch milliseconds) is looked up again. */
  lookUpAgainAt: number;
  deadlineAt: number;
};

export type LibraryAnswer = {
  read: { page: AdPage | null; ads: readonly Ad[]; isComplete: boolean; asked: number } | null;
  failure: string | null;
};

export const maxAds = 100;
export const noAnswer = 'The ad library did not answer. Ask again in a minute.';
const graceMs = 500;

export async function readFromLibrary(
  ask: AskLibrary,
  pagesByHandle: ReadonlyMap<string, KnownPage>,
  deps: LibraryDeps,
): Promise<Map<string, LibraryAnswer>> {
  const { handles, lookUpAgainAt, deadlineAt } = ask;
  const isKnown = (handle: string) => isLookedUp(pagesByHandle.get(handle), lookUpAgainAt);
  const knownPages = new Map(handles.filter(isKnown).map((name) => [name, pagesByHandle.get(name)?.page ?? null]));
  const names = handles.filter((handle) => !isKnown(handle));
  const answers = await Promise.all([
    readPages(ask, knownPages, { isOneRound: false }, deps),
    lookUpPages(names, deadlineAt, deps).then((pages) => readPages(ask, pages, { isOneRound: true }, deps)),
  ]);
  return new Map(answers.flat());
}

type HowMuch = { isOneRound: boolean };

async function readPages(
  { variant, asked, deadlineAt }: AskLibrary,
  pages: ReadonlyMap<string, Looked>,
  { isOneRound }: HowMuch,
  { adLibrary, now }: LibraryDeps,
): Promise<[string, LibraryAnswer][]> {
  const pageIds = [...new Set([...pages.values()].flatMap((page) => (isPage(page) ? [page.id] : [])))];
  const asking = async () => {
    if (pageIds.length === 0) return [];
    const all = adLibrary.adsOf({ pageIds, ...variant, perPage: asked, deadlineAt, isOneRound });
    return await withTimeout(all, deadlineAt - now() + graceMs);
  };
  const adsOfPages = await resultOrVendorError(asking());
  return [...pages].map(([handle, page]) => {
    if (page === null) return [handle, noPage];
    const adsOfPage = isPage(page) ? ofPage(adsOfPages, page.id) : page;
    if (adsOfPage instanceof VendorUnavailable) return [handle, failed(adsOfPage)];
    return [handle, answerOf(page as AdPage, adsOfPage, asked, { isOneRound })];
  });
}

const isPage = (page: Looked): page is AdPage => page !== null && !(page instanceof VendorUnavailable);
const ofPage = (adsOfPages: readonly AdsOfPage[] | VendorUnavailable, id: string) =>
  adsOfPages instanceof VendorUnavailable
    ? adsOfPages
    : (adsOfPages.find(({ pageId }) => pageId === id) ?? new VendorUnavailable('social', 'unreadable'));

/** The caller may see when to retry, but not how the library failed. */
const failed = (outage: VendorUnavailable): LibraryAnswer => ({
  read: null,
  failure: outage.failure === 'busy' ? vendorErrorMessage(outage) : noAnswer,
});
const noPage: LibraryAnswer = {
  read: { page: null, ads: [], isComplete: true, asked: maxAds },
  failure: null,
};

function answerOf(page: AdPage, adsOfPage: AdsOfPage, asked: number, { isOneRound }: HowMuch): LibraryAnswer {
  const { isComplete, error } = adsOfPage;
  if (error !== null && adsOfPage.ads.length === 0) return { read: null, failure: error };
  const ads = [...new Map(adsOfPage.ads.map((ad) => [ad.id, boundedAd(ad)])).values()];
  const isPart = error !== null || (isOneRound && ads.length < asked);
  const askedCount = isComplete && error === null ? maxAds : isPart ? ads.length : asked;
  return { read: { page, ads, isComplete, asked: askedCount }, failure: error };
}
