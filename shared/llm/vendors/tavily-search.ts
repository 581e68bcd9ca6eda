import * as z from 'zod';
import type { SearchOptions, SearchResult, WebSearch } from '#shared/llm/web-search.ts';
import { type VendorSettings, vendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { searchResult } from './search-result.ts';

const vendor = 'search';

export type TavilySettings = Pick<VendorSettings, 'baseUrl' | 'stage' | 'random' | 'fetch'> & {
  apiKey: () => Promise<string>;
};

const Found = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
});
const Answer = z.object({ results: z.array(z.unknown()) });

const maxCharacters = 400;
const otherNames: Record<string, string> = {
  BA: 'bosnia and herzegovina',
  CZ: 'czech republic',
  HK: 'hong kong',
  MO: 'macau',
  TR: 'turkey',
};

/** A search costs one credit (docs/api/vendors.md#web-search). */
export function tavilySearch({ apiKey, ...settings }: TavilySettings): WebSearch {
  async function ask(query: string, { most, country, timeoutSeconds }: SearchOptions): Promise<SearchResult[]> {
    const key = await apiKey().catch((cause) => {
      throw new VendorUnavailable(vendor, 'refused', { code: 'no_key', cause });
    });
    const call = vendorCall({ vendor, ...settings, timeoutMs: timeoutSeconds * 1000, maxTries: 2 });
    const { results } = await call(
      {
        method: 'POST',
        path: '/search',
        headers: { authorization: `Bearer ${key}` },
        body: {
          query: query.slice(0, maxCharacters),
          max_results: most,
          search_depth: 'basic',
          topic: 'general',
          ...(country && { country: countryName(country) }),
        },
        isRepeatable: true,
      },
      Answer,
    );
    return results.flatMap((result) => {
      const { url = '', title, content } = Found.safeParse(result).data ?? {};
      return searchResult(url, title, content) ?? [];
    });
  }

  return {
    source: 'tavily',
    async search(query, options) {
      const endsAt = performance.now() + options.timeoutSeconds * 1000;
      const results = await ask(query, options).catch((error) => {
        // The vendor returns 400 for unlisted countries, so the search is repeated without the country.
        if (!options.country || !(error instanceof VendorUnavailable) || error.status !== 400) throw error;
        const timeoutSeconds = Math.max(0.001, (endsAt - performance.now()) / 1000);
        return ask(query, { ...options, country: null, timeoutSeconds });
      });
      return { source: 'tavily', results: results.slice(0, options.most), rows: [] };
    },
  };
}

let names: Intl.DisplayNames | undefined;

function countryName(country: string): string | undefined {
  names ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return otherNames[country] ?? names.of(country)?.toLowerCase();
}
