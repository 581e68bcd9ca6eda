import { log } from '#shared/log.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { WebSearch } from './web-search.ts';

/** A search takes at most this share of the time; the rest is for the next search. */
const share = 2 / 3;

export function firstWebSearch(searches: readonly [WebSearch, ...WebSearch[]]): WebSearch {
  const source = searches.map((search) => search.source).join(',');
  return {
    source,
    async search(query, options) {
      const endsAt = performance.now() + options.timeoutSeconds * 1000;
      for (const [at, search] of searches.entries()) {
        const isLast = at === searches.length - 1;
        const leftSeconds = Math.max(0.001, (endsAt - performance.now()) / 1000);
        try {
          return await search.search(query, {
            ...options,
            timeoutSeconds: isLast ? leftSeconds : leftSeconds * share,
          });
        } catch (error) {
          if (isLast || !(error instanceof VendorUnavailable)) throw error;
          log.warn('search failed, the next one is asked', { source: search.source, error });
        }
      }
      throw new Error('No web search is configured.');
    },
  };
}
