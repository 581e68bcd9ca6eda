import type { Part } from '#shared/store/table.ts';
import type { AskedFor } from './recorded-llm.ts';

export type SearchResult = { url: string; title: string; snippet: string };
export type SearchAnswer = {
  source: string;
  results: readonly SearchResult[];
  /** Rows of the model calls, as steps of the same write as the results. */
  rows: readonly Part[];
};

export type SearchOptions = {
  /** The user and subject in the records of spending. */
  whom: AskedFor;
  /** The maximum of results, 1 to 20. */
  most: number;
  /** The searcher's country, ISO 3166 upper case. */
  country?: string | null;
  /** The timeout of the whole call, including retries. */
  timeoutSeconds: number;
};

export type WebSearch = {
  source: string;
  /**
   * Returns http(s) addresses, most relevant first. Throws `VendorUnavailable` after it wrote the rows of
   * failed model calls.
   */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
};
