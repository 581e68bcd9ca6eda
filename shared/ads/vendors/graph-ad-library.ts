import * as z from 'zod';
import type { AdLibrary } from '#shared/ads/ad-library.ts';
import type { AdPage, Coverage } from '#shared/ads/rules/ads.ts';
import { isPageHandle, isPageId } from '#shared/values/ad-page-url.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { webUrl } from './ad-parts.ts';
import { graphAdsOfPages } from './graph-ads-of-pages.ts';
import { type GraphSettings, graphCall, mayNotSeePage } from './graph-call.ts';

export type GraphAdLibrarySettings = GraphSettings & {
  now: () => number;
  maxCalls?: number;
};

/** In the listed countries, the law makes the ad library show ads of every kind. */
const fullCountries = new Set(`AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK`.split(' '));

const PageObject = z.object({
  id: z.string().refine(isPageId),
  name: z.string(),
  username: z.string().optional().catch(undefined),
  website: z.string().optional().catch(undefined),
});
const AdvertiserRow = z.object({
  page_id: z.string().refine(isPageId),
  page_name: z.string(),
  ad_creative_link_captions: z.array(z.string()).catch([]).default([]),
});
const AdvertiserRows = z.object({ data: z.array(z.unknown()) });
const advertiserFields = 'page_id,page_name,ad_creative_link_captions';
const unknownAlias = '803';

/** docs/api/vendors.md#ad-library describes which ads the library shows. */
export function graphAdLibrary(settings: GraphAdLibrarySettings): AdLibrary {
  const call = graphCall(settings);
  const { now, maxCalls, baseUrl } = settings;

  async function advertisers(query: Record<string, string>): Promise<AdPage[]> {
    const everywhere = { ad_reached_countries: '["ALL"]', ad_active_status: 'ALL', fields: advertiserFields };
    const { data } = await call({ path: '/ads_archive', query: { ...everywhere, ...query } }, AdvertiserRows);
    const rows = data.flatMap((row) => AdvertiserRow.safeParse(row).data ?? []);
    const byPage = Map.groupBy(rows, (row) => row.page_id);
    return [...byPage]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([id, ads]) => ({ id, name: ads[0]?.page_name ?? '', alias: null, website: websiteOf(ads) }));
  }

  return {
    source: 'ad_library',
    coverageOf: (country): Coverage => (fullCountries.has(country) ? 'full' : 'partial'),
    restSeconds: async () => (await settings.waits?.secondsLeft('social')) ?? 0,
    adsOf: graphAdsOfPages(call, { host: new URL(baseUrl).host, now, maxCalls }),

    async pageOf(handle) {
      if (!isPageHandle(handle)) return null;
      try {
        const query = { fields: 'id,name,username,website' };
        const { id, name, username, website } = await call({ path: `/${handle}`, query }, PageObject);
        return { id, name, alias: username ?? null, website: siteOf(website) };
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        if (error.code === unknownAlias) return null;
        // A search of the page's ads reveals its name even if the page is hidden.
        const query = { search_page_ids: JSON.stringify([handle]), limit: '1' };
        const shown = mayNotSeePage.has(error.code) && isPageId(handle) ? await advertisers(query) : [];
        if (shown[0]) return shown[0];
        throw error;
      }
    },

    async searchPages(name) {
      const search_terms = name.slice(0, 100);
      const pages = await advertisers({ search_terms, search_type: 'KEYWORD_EXACT_PHRASE', limit: '100' });
      const isSame = (page: AdPage) => page.name.toLowerCase() === name.trim().toLowerCase();
      return [...pages.filter(isSame), ...pages.filter((page) => !isSame(page))];
    },
  };
}

const siteOf = (website: string | undefined) => (website ? webUrl(/^https?:\/\//i.test(website) ? website : `https://${website}`) : null);

const websiteOf = (ads: readonly z.output<typeof AdvertiserRow>[]) =>
  siteOf(ads.flatMap((ad) => ad.ad_creative_link_captions).find((text) => /^[\w-]+(\.[\w-]+)+$/.test(text)));
