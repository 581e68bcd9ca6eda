import { withRetry } from '#lib/ops/restore/with-retry.ts';
import { rebuildIndex } from '#shared/search/rebuild-index.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchRebuildsIn } from '#shared/search/store/search-rebuilds.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import { searchSourcesIn } from '#shared/search/store/search-sources.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';

type Settings = {
  dynamo: Dynamo;
  tableNames: { accounts: string; analysis: string };
  now?: () => number;
  segmentSize?: number;
};

export function reindex(
  { dynamo: once, tableNames, now = Date.now, ...sizes }: Settings,
  around: { signal: AbortSignal; onStep(step: string): void },
) {
  const dynamo = withRetry(once);
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
