import * as z from 'zod';
import type { AdLibrary } from '#shared/ads/ad-library.ts';
import { callBudget } from '#shared/ads/vendor-error-message.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { adPiles, timeLeft } from './ad-piles.ts';
import { ArchivedAd, adOfArchive, archivedAdFields } from './graph-ad.ts';
import { type GraphCall, tooMuchData } from './graph-call.ts';

const Archive = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() }).optional(),
});

type Part = { isEmpty: boolean; after: string | null };

const maxIdsPerCall = 10;
/** The vendor has rejected larger limits of ads per call. */
const maxAdsPerCall = 500;
const minLimit = 5;

/** A page with many ads crowds out other pages of its call, so a second round separates them. */
export function graphAdsOfPages(
  call: GraphCall,
  { host, now, maxCalls }: { host: string; now: () => number; maxCalls?: number | undefined },
): AdLibrary['adsOf'] {
  return async ({ pageIds, country, status, perPage, deadlineAt, isOneRound }) => {
    const piles = adPiles(pageIds, perPage);
    const leftMs = timeLeft('social', deadlineAt, now());
    // The vendor's quota of calls is small and shared by all users.
    let callsLeft = maxCalls ?? 10 + 2 * pageIds.length;

    async function readPart(ids: readonly string[], limit: number, after: string | null): Promise<Part> {
      if (callsLeft-- <= 0) throw new VendorUnavailable('social', 'refused', { code: callBudget });
      const query = {
        search_page_ids: JSON.stringify(ids),
        ad_reached_countries: JSON.stringify([country]),
        ad_active_status: status.toUpperCase(),
        fields: archivedAdFields,
        limit: String(limit),
        ...(after !== null && { after }),
      };
      const { data, paging } = await call({ path: '/ads_archive', query, timeoutMs: leftMs() }, Archive);
      const ads = data.flatMap((row) => ArchivedAd.safeParse(row).data ?? []);
      piles.keep(ads.map((ad) => adOfArchive(ad, { country, status, now: now() })));
      return { isEmpty: data.length === 0, after: afterOf(paging, host) };
    }

    async function readAll(ids: readonly string[]): Promise<void> {
      let limit = limitFor(ids.length, perPage);
      let after: string | null = null;
      try {
        for (;;) {
          const part: Part | null = await readPart(ids, limit, after).catch((error) => {
            if (!isTooMuch(error) || limit <= minLimit) throw error;
            return null;
          });
          if (!part) {
            limit = Math.max(minLimit, Math.floor(limit / 2));
            continue;
          }
          after = part.after;
          if (after === null) return piles.ended(ids);
          const lacking = piles.lacking(ids);
          if (lacking.length === 0 || isOneRound) return;
          if (ids.length > 1 && !part.isEmpty) return await readEach(lacking);
        }
      } catch (error) {
        // The vendor rejects a whole call for one invalid page ID, so each page is then read alone.
        if (ids.length > 1 && error instanceof VendorUnavailable && error.code === '100') return await readEach(ids);
        if (!(error instanceof VendorUnavailable)) throw error;
        piles.failed(piles.lacking(ids), error);
      }
    }
    const readEach = async (ids: readonly string[]) => void (await Promise.all(ids.map((id) => readAll([id]))));

    await Promise.all(batchesOf(pageIds).map(readAll));
    return piles.all();
  };
}

const limitFor = (pages: number, perPage: number) => (pages === 1 ? perPage : Math.min(maxAdsPerCall, pages * perPage * 2));

function batchesOf(ids: readonly string[]): string[][] {
  const size = Math.ceil(ids.length / Math.ceil(ids.length / maxIdsPerCall));
  return ids.length === 0 ? [] : Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

/** The vendor's next link contains the token, so it is not followed. */
function afterOf(paging: z.output<typeof Archive>['paging'], host: string): string | null {
  if (!paging?.next) return null;
  const next = URL.parse(paging.next);
  const after = paging.cursors?.after ?? next?.searchParams.get('after');
  if (next?.host !== host || !after) throw new VendorUnavailable('social', 'unreadable', { code: 'foreign_next' });
  return after;
}

const isTooMuch = (error: unknown) => error instanceof VendorUnavailable && error.code === tooMuchData;
