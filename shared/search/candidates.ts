import { fingerprintsOf } from '#shared/search/rules/fingerprints.ts';
import { kindAt, momentLength, type SearchKind } from '#shared/search/rules/search-documents.ts';
import { gramsOfQuery, lookedUp, mayHave } from '#shared/search/rules/trigrams.ts';
import type { Pointer, SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { SearchSegments } from '#shared/search/store/search-segments.ts';
import { matchingSegments } from './matching-segments.ts';

export type CandidateDeps = {
  documents: Pick<SearchDocuments, 'fresh'>;
  segments: Pick<SearchSegments, 'haveFingerprints' | 'postings' | 'postingsIn' | 'pointers'>;
};

export type Search = {
  query: string;
  kind: SearchKind | undefined;
  remaining: { count: number };
  before: string | undefined;
  isLate(): boolean;
  leftAt?: string;
};

const minSegments = 1;
const maxSegments = 32;
/** If a query has more grams than this, some are rare, so lists are read in large pages. */
const manyGrams = 6;
const largePage = 64;

export async function* candidates(search: Search, { documents, segments }: CandidateDeps): AsyncGenerator<Pointer[]> {
  const { kind, remaining } = search;
  const trigrams = gramsOfQuery(search.query);
  // A document that moves into a segment during the reads is found in either place.
  const [freshPointers, haveFingerprints] = await Promise.all([
    search.before === undefined ? documents.fresh() : [],
    segments.haveFingerprints(),
  ]);
  const waiting: Pointer[] = freshPointers.filter(
    ({ place, signature }) => (!kind || kindAt(place) === kind) && mayHave(signature, trigrams),
  );
  remaining.count += waiting.length;

  const newerThan = (segment: string | undefined): Pointer[] => {
    waiting.sort((a, b) => (a.place < b.place ? 1 : -1));
    const moment = segment?.slice(0, momentLength) ?? '';
    const end = waiting.findIndex(({ place }) => place.slice(0, momentLength) <= moment);
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  let size = minSegments;
  const grams = lookedUp(trigrams, haveFingerprints ? [...fingerprintsOf([search.query])] : []);
  const candidateQuery = {
    trigrams: grams,
    kind,
    before: search.before,
    ...(grams.length >= manyGrams && { page: largePage }),
  };
  for await (const { matches, searchedTo } of matchingSegments(candidateQuery, segments)) {
    for (const { numbers } of matches) remaining.count += numbers.length;
    for (let from = 0; from < matches.length; from += size, size = Math.min(size * 2, maxSegments)) {
      const group = matches.slice(from, from + size);
      const newer = newerThan(group[0]?.segment);
      if (newer.length > 0) yield newer;
      const pointersBySegment = await segments.pointers(group);
      for (const { segment, numbers } of group) {
        const pointers = pointersBySegment.get(segment) ?? [];
        remaining.count -= numbers.length - pointers.length;
        waiting.push(...pointers);
      }
      const next = matches[from + group.length]?.segment;
      if (next !== undefined) {
        const settled = newerThan(next);
        if (settled.length > 0) yield settled;
      }
    }
    if (searchedTo !== null && search.isLate()) {
      search.leftAt = searchedTo;
      break;
    }
  }
  if (waiting.length > 0) yield newerThan(undefined);
}
