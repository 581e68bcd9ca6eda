import type { SearchResult } from '#shared/llm/web-search.ts';

const max = { url: 2000, title: 200, snippet: 600 };

export function searchResult(url: string, title: string | null | undefined, snippet: string | null | undefined): SearchResult | null {
  const address = URL.parse(url);
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!isWeb || address.href.length > max.url) return null;
  return {
    url: address.href,
    title: (title ?? '').slice(0, max.title),
    snippet: (snippet ?? '').slice(0, max.snippet),
  };
}
