import type { AdPages, KnownPage } from '#shared/data/ad-pages.ts';
import type { AdVariant } from '#shared/data/ads-item.ts';
import type { Ad, AdPage } from '#shared/domain/ads.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import { log } from '#shared/log.ts';
import type { AdLibrary, AdsOfPage } from '#shared/ports/ad-library.ts';
import { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';
import { inTime } from './in-time.ts';

export type LibraryDeps = { now(): number; adPages: Pick<AdPages, 'keep'>; adLibrary: AdLibrary };

export type AskLibrary = {
  /** Names of pages. */
  handles: readonly string[];
  variant: AdVariant;
  /** At most so many ads of each page. */
  asked: number;
  /** A name that was found to lead nowhere before this (epoch milliseconds) is looked up again. */
  lookUpAgainAt: number;
  /** Epoch milliseconds: what has not come by then has failed. */
  deadlineAt: number;
};

/** What the library has of a page, and in a sentence why that is not all or could not be read. */
export type LibraryAnswer = {
  read: { page: AdPage | null; ads: readonly Ad[]; isComplete: boolean; asked: number } | null;
  failure: string | null;
};

/** The most that are kept of a page. */
export const mostAds = 100;
/** What a person is told when the library does not answer. */
export const noAnswer = 'The ad library did not answer. Ask again in a minute.';
/** More names than anybody has competitors. */
const namesAtOnce = 20;
/** The library is given up a little after it should have given up itself. */
const graceMs = 500;

/**
 * The ads of pages, in at most two round trips: all names that are not known yet side by side, then all ads. Answers for
 * every name.
 */
export async function readFromLibrary(
  ask: AskLibrary,
  known: ReadonlyMap<string, KnownPage>,
  deps: LibraryDeps,
): Promise<Map<string, LibraryAnswer>> {
  const { handles, asked } = ask;
  const pages = await pagesOf(ask, known, deps);
  const read = await adsOf(ask, [...pages.values()], deps);
  return new Map(
    handles.map((handle): [string, LibraryAnswer] => {
      const page = pages.get(handle);
      return [handle, page ? answerOf(page, read.get(page.id), asked) : page === null ? noPage : failed];
    }),
  );
}

const failed: LibraryAnswer = { read: null, failure: noAnswer };
const noPage: LibraryAnswer = {
  read: { page: null, ads: [], isComplete: true, asked: mostAds },
  failure: null,
};

function answerOf(page: AdPage, found: AdsOfPage | undefined, asked: number): LibraryAnswer {
  if (!found) return failed;
  const { isComplete, error } = found;
  if (error !== null && found.ads.length === 0) return { read: null, failure: error };
  const ads = [...new Map(found.ads.map((ad) => [ad.id, ad])).values()];
  // A list that broke off counts for what came of it.
  const counted = error !== null ? ads.length : isComplete ? mostAds : asked;
  return { read: { page, ads, isComplete, asked: counted }, failure: error };
}

/** Without those that could not be looked up. A page that was found is known for ever. */
async function pagesOf(
  { handles, lookUpAgainAt, deadlineAt }: AskLibrary,
  known: ReadonlyMap<string, KnownPage>,
  { adPages, adLibrary, now }: LibraryDeps,
): Promise<Map<string, AdPage | null>> {
  const pages = new Map<string, AdPage | null>();
  await eachAtOnce(handles, namesAtOnce, async (handle) => {
    const found = known.get(handle);
    if (found && (found.page || found.lookedUpAt >= lookUpAgainAt)) {
      pages.set(handle, found.page);
      return;
    }
    const looked = await orOutage(inTime(adLibrary.pageOf(handle), deadlineAt - now()));
    if (looked === 'outage') return;
    pages.set(handle, looked);
    await adPages.keep(handle, looked);
  });
  return pages;
}

async function adsOf(
  { variant, asked, deadlineAt }: AskLibrary,
  pages: readonly (AdPage | null)[],
  { adLibrary, now }: LibraryDeps,
): Promise<Map<string, AdsOfPage>> {
  const pageIds = [...new Set(pages.flatMap((page) => (page ? [page.id] : [])))];
  if (pageIds.length === 0) return new Map();
  const asking = adLibrary.adsOf({ pageIds, ...variant, perPage: asked, deadlineAt });
  const read = await orOutage(inTime(asking, deadlineAt - now() + graceMs));
  return new Map(read === 'outage' ? [] : read.map((ofPage) => [ofPage.pageId, ofPage]));
}

async function orOutage<T>(work: Promise<T>): Promise<T | 'outage'> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VendorUnavailable)) throw error;
    log.warn('the ad library did not answer', { error });
    return 'outage';
  }
}
