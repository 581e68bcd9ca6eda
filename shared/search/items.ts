import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  searchDocument: (userId: number, place: string) => key(`SEARCHDOCUMENTS#${userId}`, place),
  /** Earlier versions used only the first shard. */
  searchFresh: (shard: number, place: string) => key(shard === 0 ? 'SEARCHFRESH' : `SEARCHFRESH#${shard}`, place),
  searchSegment: (segment: string, part = 0) => key('SEARCHSEGMENTS', part === 0 ? segment : `${segment}#${padded(part, 2)}`),
  searchPosting: (gram: string, segment: string) =>
    // A gram can contain any character, so it is encoded.
    key(`SEARCHGRAM#${encodeURIComponent(gram)}`, segment),
  /** `null` locks all fresh documents, a number locks a shard. */
  searchSealing: (shard: number | null) => key('SEARCHSEALING', shard === null ? 'LEASE' : `LEASE#${shard}`),
  /** Every segment has postings of fingerprints if this item exists. */
  searchFingerprints: () => key('SEARCHFINGERPRINTS', 'NOTE'),
  searchRebuild: () => key('SEARCHREBUILD', 'PROGRESS'),
};

export const items = {
  SEARCHDOCUMENTS: { erasure: 'kept', recovery: 'bookkeeping', forms: { 'search-documents': 1 } },
  SEARCHFRESH: { erasure: 'kept', recovery: 'bookkeeping', forms: { 'search-index': 1 } },
  SEARCHSEGMENTS: { erasure: 'kept', recovery: 'bookkeeping', forms: { 'search-index': 1 } },
  SEARCHGRAM: { erasure: 'kept', recovery: 'bookkeeping', forms: { 'search-index': 1 } },
  SEARCHSEALING: { erasure: 'kept', recovery: 'bookkeeping' },
  SEARCHFINGERPRINTS: { erasure: 'kept', recovery: 'bookkeeping' },
  SEARCHREBUILD: { erasure: 'kept', recovery: 'bookkeeping' },
} as const satisfies ItemKinds;
