import { searchDocumentsIn } from '#shared/data/search-documents.ts';
import { searchSegmentsIn } from '#shared/data/search-segments.ts';
import { searchSourcesIn } from '#shared/data/search-sources.ts';
import type { SearchIndexDeps } from '#shared/deps/search-index.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';

/** Documents of a segment: `npm run bench -- --search` shows what more and fewer would cost. */
export const segmentSize = 256;

/** The dependencies of the worker of the search index. */
export function makeSearchIndexDeps(host: Host = {}): SearchIndexDeps {
  const { now, accounts, analysis } = leanBase(host);
  return {
    documents: searchDocumentsIn(analysis()),
    sources: searchSourcesIn({ accounts: accounts(), analysis: analysis() }),
    segments: searchSegmentsIn(analysis(), { now }),
    segmentSize,
  };
}
