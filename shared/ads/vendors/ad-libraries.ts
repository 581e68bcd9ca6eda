import type { AdLibrary, AdsOfPage, AdsWanted } from '#shared/ads/ad-library.ts';
import { type Ad, type AdPage, newestFirst } from '#shared/ads/rules/ads.ts';
import { vendorErrorMessage } from '#shared/ads/vendor-error-message.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { mayNotSeePage } from './graph-call.ts';

/** The official library suffices where it has all ads; elsewhere both lists merge. */
export function adLibraries(official: AdLibrary, gap: AdLibrary | null, now: () => number): AdLibrary {
  if (!gap) return { ...official, pageOf: (handle) => seen(() => official.pageOf(handle)) };

  return {
    source: `${official.source}+${gap.source}`,
    coverageOf: (country) => gap.coverageOf(country),
    restSeconds: async () => Math.min(...(await Promise.all([official.restSeconds(), gap.restSeconds()]))),

    async adsOf(request) {
      const isFull = official.coverageOf(request.country) === 'full';
      const [ours, filling] = await Promise.allSettled([
        official.adsOf(request),
        gap.adsOf(isFull ? { ...request, deadlineAt: (request.deadlineAt + now()) / 2 } : request),
      ]);
      const failed = [ours, filling].find((result) => result.status === 'rejected' && !(result.reason instanceof VendorUnavailable));
      if (failed?.status === 'rejected') throw failed.reason;
      if (ours.status === 'rejected' && filling.status === 'rejected') throw isFull ? ours.reason : filling.reason;
      const [first, second] = [byPage(ours), byPage(filling)];
      return request.pageIds.map((id) => together(first(id), second(id), { isFull, perPage: request.perPage }));
    },

    async pageOf(handle) {
      try {
        return await official.pageOf(handle);
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        return await gap.pageOf(handle);
      }
    },

    async searchPages(name) {
      try {
        return await gap.searchPages(name);
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        return await official.searchPages(name);
      }
    },
  };
}

async function seen(look: () => Promise<AdPage | null>): Promise<AdPage | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof VendorUnavailable && mayNotSeePage.has(error.code)) return null;
    throw error;
  }
}

function byPage(answer: PromiseSettledResult<readonly AdsOfPage[]>): (pageId: string) => AdsOfPage {
  const pages = new Map(answer.status === 'fulfilled' ? answer.value.map((page) => [page.pageId, page]) : undefined);
  const error = answer.status === 'rejected' ? vendorErrorMessage(answer.reason) : 'The ad library said nothing of this page.';
  return (pageId) => pages.get(pageId) ?? { pageId, ads: [], isComplete: false, error };
}

function together(ours: AdsOfPage, filling: AdsOfPage, { isFull, perPage }: { isFull: boolean } & Pick<AdsWanted, 'perPage'>): AdsOfPage {
  const more = new Map(filling.ads.map((ad) => [ad.id, ad]));
  const completed = ours.ads.map((ad) => filled(ad, more.get(ad.id)));
  const isEnough = ours.isComplete || completed.length >= perPage;
  if (isFull && ours.error === null && isEnough) return { ...ours, ads: completed };
  const ids = new Set(completed.map(({ id }) => id));
  const all = newestFirst([...completed, ...filling.ads.filter(({ id }) => !ids.has(id))]);
  return {
    pageId: ours.pageId,
    ads: all.slice(0, perPage),
    isComplete: filling.isComplete && all.length <= perPage,
    error: filling.error === null ? null : isFull ? ours.error : filling.error,
  };
}

/** The official library's link is only the displayed form of the ad's link. */
const filled = (ad: Ad, more: Ad | undefined): Ad =>
  more
    ? {
        ...ad,
        body: ad.body ?? more.body,
        title: ad.title ?? more.title,
        description: ad.description ?? more.description,
        linkUrl: more.linkUrl ?? ad.linkUrl,
        callToAction: ad.callToAction ?? more.callToAction,
        imageUrls: ad.imageUrls.length > 0 ? ad.imageUrls : more.imageUrls,
        videoUrls: ad.videoUrls.length > 0 ? ad.videoUrls : more.videoUrls,
        countries: [...new Set([...ad.countries, ...more.countries])],
      }
    : ad;
