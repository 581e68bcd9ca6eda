import type { Part } from '#shared/store/table.ts';
import type { AskedFor } from './recorded-llm.ts';

export type SearchResult = { url: string; title: string; snippet: string };
export type SearchAnswer = {
  source: string;
  results: readonly SearchResult[];
  rows: readonly Part[];
};

export type SearchOptions = {
  whom: AskedFor;
  /** The number of search results is from 1 to 20. */
  most: number;
  country?: string | null;
  timeoutSeconds: number;
};

export type WebSearch = {
  source: string;
  /** The most relevant address comes first. Throws `VendorUnavailable`. */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
};
