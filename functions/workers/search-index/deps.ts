import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import { searchSourcesIn } from '#shared/search/store/search-sources.ts';

export function makeDeps(host: Overrides = {}) {
  const { now, accounts, analysis } = createContext(host);
  return {
    documents: searchDocumentsIn(analysis()),
    sources: searchSourcesIn({ accounts: accounts(), analysis: analysis() }),
    segments: searchSegmentsIn(analysis(), { now }),
    segmentSize,
  };
}
