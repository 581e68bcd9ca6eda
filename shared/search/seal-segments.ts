import type { Fresh, SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { SearchSegments } from '#shared/search/store/search-segments.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

/** Documents of a segment: `npm run bench -- --search` shows what more and fewer would cost. */
export const segmentSize = 256;

export type SealDeps = {
  documents: SearchDocuments;
  segments: SearchSegments;
  /** Documents of a segment: so many may be fresh before one is made. */
  segmentSize: number;
};

const removalsAtOnce = 16;
/** A segment takes seconds. */
const leaseSeconds = 120;

/** Makes segments of fresh documents, oldest first, while there are enough of them; only of those up to a place. */
export async function sealSegments(deps: SealDeps, { upTo }: { upTo?: string } = {}): Promise<void> {
  const { documents, segments, segmentSize } = deps;
  for (;;) {
    const fresh = (await documents.fresh()).filter(({ place }) => upTo === undefined || place <= upTo);
    if (fresh.length < segmentSize) return;
    let sealed = 0;
    await segments.alone(leaseSeconds, async () => {
      sealed = await seal(fresh.slice(0, segmentSize), deps);
    });
    if (sealed === 0) return;
  }
}

/** Returns how many documents the segment holds. */
async function seal(fresh: readonly Fresh[], { documents, segments }: SealDeps): Promise<number> {
  const held = await documents.many(fresh);
  // A document and its fresh entry are written together, so unequal versions are of a change between the two reads.
  const found = fresh.flatMap((entry) => {
    const { document, version } = held.get(entry.place) ?? {};
    return document && version === entry.version ? [{ ...entry, document }] : [];
  });
  if (found.length === 0) return 0;
  await segments.make(found);
  await forEachConcurrent(found, removalsAtOnce, async (entry) => void (await documents.notFresh(entry)));
  return found.length;
}
