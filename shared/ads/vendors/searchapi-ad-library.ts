import * as z from 'zod';
import type { AdLibrary } from '#shared/ads/ad-library.ts';
import type { AdPage } from '#shared/ads/rules/ads.ts';
import { callBudget } from '#shared/ads/vendor-error-message.ts';
import type { Env } from '#shared/env.ts';
import { log } from '#shared/log.ts';
import { isPageHandle, isPageId } from '#shared/values/ad-page-url.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import type { VendorCooldowns } from '#shared/vendors/vendor-cooldowns.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { withVendorBackoff } from '#shared/vendors/with-vendor-backoff.ts';
import { adPiles, timeLeft } from './ad-piles.ts';
import { adOfGap, GapAd, vendorId } from './searchapi-ad.ts';

export type SearchApiSettings = {
  baseUrl: string;
  stage: Env['STAGE'];
  apiKey(): Promise<string>;
  now: () => number;
  waits?: VendorCooldowns | undefined;
  random?: () => number;
  fetch?: typeof fetch | undefined;
};

const vendor = 'social_gap';
const Ads = z.object({
  ads: z.array(z.unknown()).nullish(),
  pagination: z.object({ next_page_token: z.string().nullish() }).nullish(),
});
const PageRow = z.object({
  page_id: vendorId.refine(isPageId),
  name: z.string(),
  page_alias: z.string().nullish().catch(null),
});
const Pages = z.object({ page_results: z.array(z.unknown()).nullish() });
const PageInfo = z.object({
  page_info: z.object({ page_name: z.string() }).nullish(),
});

const pagesAtOnce = 16;
/** A call to this library returns about thirty ads and costs money. */
const maxCallsPerPage = 6;
/** A page token grows with each page. A query longer than this is sent in a POST body. */
const longestQuery = 2000;
/** A retry does not help when the calls of our plan are used up. */
const mendable: ReadonlySet<VendorFailure> = new Set(['no_answer', 'failed']);

export function searchApiAdLibrary({ apiKey, now, random, waits, ...settings }: SearchApiSettings): AdLibrary {
  const call = vendorCall({
    vendor,
    timeoutMs: 10_000,
    mendable,
    maxAnswerBytes: 8 * 1_048_576,
    ...settings,
    ...(random && { random }),
  });

  async function ask<S extends z.ZodType>(query: Record<string, string>, answer: S, timeoutMs?: number): Promise<z.output<S>> {
    const key = await apiKey().catch((cause) => {
      throw new VendorUnavailable(vendor, 'refused', { code: 'no_key', cause });
    });
    const params = new URLSearchParams(query).toString();
    const path = '/search';
    const common = { headers: { authorization: `Bearer ${key}` }, ...(timeoutMs && { timeoutMs }) };
    try {
      return await withVendorBackoff(vendor, waits, () =>
        params.length > longestQuery
          ? call({ ...common, method: 'POST', path, body: query, isRepeatable: true }, answer)
          : call({ ...common, method: 'GET', path: `${path}?${params}` }, answer),
      );
    } catch (error) {
      if (error instanceof VendorUnavailable && (error.status === 401 || error.status === 403))
        log.error('provider of ads refused', { status: String(error.status) });
      throw error;
    }
  }

  async function searchPages(name: string): Promise<AdPage[]> {
    const query = { engine: 'meta_ad_library_page_search', q: name.slice(0, 100) };
    const { page_results } = await ask(query, Pages);
    return (page_results ?? []).flatMap((row) => {
      const { data } = PageRow.safeParse(row);
      return data ? { id: data.page_id, name: data.name, alias: data.page_alias ?? null, website: null } : [];
    });
  }

  return {
    source: 'ad_library_gap',
    coverageOf: () => 'full',
    restSeconds: async () => (await waits?.secondsLeft(vendor)) ?? 0,

    async adsOf({ pageIds, country, status, perPage, deadlineAt, isOneRound }) {
      const piles = adPiles(pageIds, perPage);
      const leftMs = timeLeft(vendor, deadlineAt, now());
      const narrowed = { country, active_status: status, ad_type: 'all', sort_by: 'most_recent' };
      await forEachConcurrent(pageIds, pagesAtOnce, async (pageId) => {
        let token: string | null | undefined;
        try {
          for (let calls = 0; piles.lacking([pageId]).length > 0; calls++) {
            if (calls === maxCallsPerPage) throw new VendorUnavailable(vendor, 'refused', { code: callBudget });
            const more = token ? { next_page_token: token } : {};
            const query = { engine: 'meta_ad_library', page_id: pageId, ...narrowed, ...more };
            const { ads, pagination } = await ask(query, Ads, leftMs());
            const rows = (ads ?? []).flatMap((row) => GapAd.safeParse(row).data ?? []);
            piles.keep(rows.map((row) => adOfGap(row, { country, status })));
            token = pagination?.next_page_token;
            if (!token) return piles.ended([pageId]);
            if (isOneRound) return;
          }
        } catch (error) {
          if (!(error instanceof VendorUnavailable)) throw error;
          piles.failed([pageId], error);
        }
      });
      return piles.all();
    },

    async pageOf(handle) {
      if (!isPageHandle(handle)) return null;
      if (!isPageId(handle)) {
        const matches = await searchPages(handle);
        return matches.find(({ alias }) => alias !== null && bare(alias) === bare(handle)) ?? null;
      }
      const query = { engine: 'meta_ad_library_page_info', page_id: handle };
      const { page_info } = await ask(query, PageInfo);
      return page_info ? { id: handle, name: page_info.page_name, alias: null, website: null } : null;
    },

    searchPages,
  };
}

const bare = (alias: string) => alias.replaceAll('.', '').toLowerCase();
