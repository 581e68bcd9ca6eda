import { maxDocuments } from '#shared/search/rules/part-sets.ts';
import { type Fresh, freshShardOf, freshShards, type SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { SearchSegments } from '#shared/search/store/search-segments.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

/** `npm run bench -- --search` shows the cost of other segment sizes. */
export const segmentSize = maxDocuments;

export type SealDeps = {
  documents: SearchDocuments;
  segments: SearchSegments;
  segmentSize: number;
};

const removalsAtOnce = 32;
const leaseSeconds = 120;

export async function sealAfter(place: string, deps: SealDeps): Promise<void> {
  const { documents, segments, segmentSize } = deps;
  const shard = freshShardOf(place);
  const shardDocuments = await documents.freshIn(shard, segmentSize);
  if (shardDocuments.length >= segmentSize) await segments.alone(shard, leaseSeconds, async () => void (await seal(shardDocuments, deps)));
  else if (shardDocuments.length >= segmentSize / freshShards) await sealSegments(deps);
}

export async function sealSegments(deps: SealDeps, { upTo }: { upTo?: string } = {}): Promise<void> {
  const { documents, segments, segmentSize } = deps;
  for (;;) {
    const freshDocuments = (await documents.fresh()).filter(({ place }) => upTo === undefined || place <= upTo);
    if (freshDocuments.length < segmentSize) return;
    let sealed = 0;
    await segments.alone(null, leaseSeconds, async () => {
      sealed = await seal(freshDocuments.slice(0, segmentSize), deps);
    });
    if (sealed === 0) return;
  }
}

async function seal(freshDocuments: readonly Fresh[], { documents, segments }: SealDeps): Promise<number> {
  const storedDocuments = await documents.many(freshDocuments);
  // A document and its fresh entry are written together, so documents with unequal versions changed between the reads.
  // Fresh entries of an earlier version, which had one shard, belong to documents that changed.
  const current = freshDocuments.flatMap((entry) => {
    const { document, version } = storedDocuments.get(entry.place) ?? {};
    return document && version === entry.version ? [{ ...entry, document }] : [];
  });
  const outdated = freshDocuments.filter(
    ({ place, shard, version }) => shard !== freshShardOf(place) && storedDocuments.get(place)?.version !== version,
  );
  if (current.length > 0) await segments.make(current);
  const settled = [...current, ...outdated];
  await forEachConcurrent(settled, removalsAtOnce, async (entry) => void (await documents.notFresh(entry)));
  return settled.length;
}
