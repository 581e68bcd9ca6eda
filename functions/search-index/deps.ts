import { searchDocumentsIn } from '#shared/data/search-documents.ts';
import { searchSegmentsIn } from '#shared/data/search-segments.ts';
import { searchSourcesIn } from '#shared/data/search-sources.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';

/** The dependencies of the worker of the search index. */
export function makeDeps(host: Host = {}) {
  const { now, accounts, analysis } = leanBase(host);
  return {
    documents: searchDocumentsIn(analysis()),
    sources: searchSourcesIn({ accounts: accounts(), analysis: analysis() }),
    segments: searchSegmentsIn(analysis(), { now }),
    segmentSize,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
