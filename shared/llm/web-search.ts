import type { Part } from '#shared/store/table.ts';
import type { AskedFor } from './recorded-llm.ts';

export type SearchResult = { url: string; title: string; snippet: string };
export type SearchAnswer = {
  /** Which search answered, as it is recorded with what came from it. */
  source: string;
  results: readonly SearchResult[];
  /** Write the rows of the model calls that it took: to be put into the very write that keeps the results. */
  rows: readonly Part[];
};

export type SearchOptions = {
  /** For whom and in what, in the records of what was spent. */
  whom: AskedFor;
  /** At most so many results, 1 to 20. */
  most: number;
  /** ISO 3166 upper case: where somebody would search from. */
  country?: string | null;
  /** For the whole call, repeats included. */
  timeoutSeconds: number;
};

/** A search of the web, by any provider. */
export type WebSearch = {
  source: string;
  /** The likeliest first; only http(s) addresses. Throws `VendorUnavailable`, the rows of failed model calls written. */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
};
