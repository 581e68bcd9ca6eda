import { patiently } from '#lib/restore/patiently.ts';
import type { Dynamo } from '#shared/data/dynamo.ts';
import { searchDocumentsIn } from '#shared/data/search-documents.ts';
import { searchRebuildsIn } from '#shared/data/search-rebuilds.ts';
import { searchSegmentsIn } from '#shared/data/search-segments.ts';
import { searchSourcesIn } from '#shared/data/search-sources.ts';
import { tableAt } from '#shared/data/table.ts';
import { tableScan } from '#shared/data/table-scan.ts';
import { rebuildIndex } from '#shared/search/rebuild-index.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';

type Settings = {
  dynamo: Dynamo;
  tableNames: { accounts: string; analysis: string };
  now?: () => number;
  segmentSize?: number;
};

/** Makes the search index of a stage's tables anew: see `rebuildIndex`. */
export function reindex(
  { dynamo: once, tableNames, now = Date.now, ...sizes }: Settings,
  around: { signal: AbortSignal; tell(step: string): void },
) {
  // Minutes of throttling are waited for.
  const dynamo = patiently(once);
  const accounts = tableAt(tableNames.accounts, dynamo);
  const analysis = tableAt(tableNames.analysis, dynamo);
  const scans = {
    accounts: tableScan(tableNames.accounts, dynamo),
    analysis: tableScan(tableNames.analysis, dynamo),
  };
  const deps = {
    documents: searchDocumentsIn(analysis),
    segments: searchSegmentsIn(analysis, { now }),
    sources: searchSourcesIn({ accounts, analysis }),
    rebuilds: searchRebuildsIn(analysis, scans, { now }),
    segmentSize: sizes.segmentSize ?? segmentSize,
  };
  return rebuildIndex(deps, around);
}
