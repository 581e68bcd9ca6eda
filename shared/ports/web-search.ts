export type SearchResult = { url: string; title: string; snippet: string };

/** A search of the web. */
export type WebSearch = {
  /** As it is recorded with what came from it. */
  source: string;
  /** Throws `VendorUnavailable`. */
  search(query: string, options: { most: number; country?: string | null }): Promise<readonly SearchResult[]>;
};
