import type { DocumentRef } from '#shared/search/rules/search-documents.ts';
import { placeOf } from '#shared/search/rules/search-documents.ts';
import type { SearchRebuilds } from '#shared/search/store/search-rebuilds.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { paceOf, reportedEvery } from '#shared/values/pace.ts';
import { type IndexDeps, indexDocument } from './index-document.ts';
import { type SealDeps, sealSegments } from './seal-segments.ts';

export type RebuildDeps = IndexDeps & SealDeps & { rebuilds: SearchRebuilds };

const documentsAtOnce = 8;

/** A segment holds one period, so the rebuild follows the documents' times. Searches continue meanwhile. */
export async function rebuildIndex(
  deps: RebuildDeps,
  { signal, onStep }: { signal: AbortSignal; onStep(step: string): void },
): Promise<{ documents: number; removedItems: number }> {
  const { rebuilds, segmentSize } = deps;
  const { startedAt, place: reached } = await rebuilds.start();
  const refs = new Map<string, DocumentRef>();
  const reportFound = reportedEvery(10_000, paceOf(null), (pace) => onStep(`documents found: ${pace}`));
  for await (const ref of rebuilds.everything()) {
    signal.throwIfAborted();
    refs.set(placeOf(ref), ref);
    reportFound(1);
  }
  const places = [...refs.keys()].sort();
  const rest = places.filter((place) => place > reached);
  onStep(`${places.length} documents, ${rest.length} of them to be done`);
  const indexedBefore = places.length - rest.length;
  const pace = paceOf(places.length, { from: indexedBefore });
  for (let from = 0; from < rest.length; from += segmentSize) {
    signal.throwIfAborted();
    const part = rest.slice(from, from + segmentSize);
    await forEachConcurrent(part, documentsAtOnce, async (place) => {
      await indexDocument(refs.get(place) as DocumentRef, deps, { force: true });
    });
    const reachedNow = part.at(-1) ?? '';
    await sealSegments(deps, { upTo: reachedNow });
    await rebuilds.reached(reachedNow);
    onStep(pace(indexedBefore + from + part.length));
  }
  signal.throwIfAborted();
  const removing = reportedEvery(10_000, paceOf(null), (text) => onStep(`old items removed: ${text}`));
  const removedItems = await rebuilds.removeOlder(startedAt, (items) => {
    signal.throwIfAborted();
    removing(items);
  });
  await rebuilds.end();
  return { documents: places.length, removedItems };
}
