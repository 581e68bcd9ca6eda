import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import {
  type Hit,
  hitIn,
  kindAt,
  momentLength,
  placeOf,
  type SearchDocument,
  type SearchKind,
} from '#shared/search/rules/search-documents.ts';
import { gramsOfQuery, lookedUp, mayHave } from '#shared/search/rules/trigrams.ts';
import type { Held, Pointer, SearchDocuments } from '#shared/search/store/search-documents.ts';
import { numbersIn, type SearchSegments } from '#shared/search/store/search-segments.ts';
import { matchingSegments } from './matching-segments.ts';

export type FindDeps = {
  documents: Pick<SearchDocuments, 'fresh' | 'many' | 'ofUser'>;
  segments: Pick<SearchSegments, 'postings' | 'postingsIn' | 'members'>;
};
export type Finding = {
  /** As the searcher wrote it. */
  q: string;
  kind?: SearchKind | undefined;
  userId?: number | undefined;
  /** Only these fields of a document itself. */
  only?: readonly string[];
  offset: number;
  limit: number;
};
export type Found = {
  hits: { document: SearchDocument; hit: Hit }[];
  /** Exact when there is no more; else an estimate, never below what is known to be there. */
  totalEstimate: number;
  hasMore: boolean;
};

/** Documents read at once to be verified. */
const maxRead = 400;
/** Segments whose members are read at once: few at first, since a page of what is common ends in the first ones. */
const fewestSegments = 4;
const maxSegments = 40;

/**
 * A page of the documents whose texts, or whose user's, hold the query, newest first. The index tells candidates, the
 * texts decide. Offset and limit are of verified documents, so every page costs what comes before it too.
 */
export async function find(finding: Finding, deps: FindDeps): Promise<Found> {
  const { userId, kind, offset, limit, only } = finding;
  const query = normalizeForSearch(finding.q);
  const remaining = { count: 0 };
  const waves =
    userId === undefined
      ? verifiable({ query, kind, remaining, atOnce: offset + limit + 1 }, deps)
      : ofUser({ userId, atOnce: offset + limit + 1 }, deps);
  const hits: Found['hits'] = [];
  let count = 0;
  for await (const documents of waves) {
    for (const { document } of documents) {
      remaining.count--;
      if (kind && document.kind !== kind) continue;
      const hit = hitIn(document, query, only);
      if (!hit) continue;
      count++;
      if (count > offset + limit)
        return { hits, totalEstimate: Math.max(count, count + remaining.count), hasMore: true };
      if (count > offset) hits.push({ document, hit });
    }
  }
  return { hits, totalEstimate: count, hasMore: false };
}

/** All of a user's documents, newest first. */
async function* ofUser(
  { userId, atOnce }: { userId: number; atOnce: number },
  { documents }: FindDeps,
): AsyncGenerator<Held[]> {
  let before: string | undefined;
  do {
    const page = await documents.ofUser(userId, { before, limit: Math.min(maxRead, atOnce) });
    yield page.held;
    before = page.next;
  } while (before !== undefined);
}

type Wanted = {
  query: string;
  kind: SearchKind | undefined;
  /** Candidates that are known and were not handed out. */
  remaining: { count: number };
  atOnce: number;
};

/** The documents that may hold the query, newest first. */
async function* verifiable(
  { query, kind, remaining, atOnce }: Wanted,
  deps: FindDeps,
): AsyncGenerator<Held[]> {
  const seen = new Set<string>();
  // More than a page is read only where candidates fail, or much is left out.
  let next = Math.min(maxRead, atOnce);
  for await (const pointers of candidates({ query, kind, remaining }, deps)) {
    const fresh = pointers.filter(({ place }) => !seen.has(place) && seen.add(place));
    remaining.count -= pointers.length - fresh.length;
    for (let from = 0; from < fresh.length; ) {
      const part = fresh.slice(from, from + next);
      from += part.length;
      next = Math.min(maxRead, next * 4);
      const held = await deps.documents.many(part);
      remaining.count -= part.length - held.size;
      yield [...held.values()].sort((a, b) => (placeOf(a.document) < placeOf(b.document) ? 1 : -1));
    }
  }
}

/** Where the documents are that may hold the query, newest first; some of them twice, some not any more. */
async function* candidates(
  { query, kind, remaining }: Pick<Wanted, 'query' | 'kind' | 'remaining'>,
  { documents, segments }: FindDeps,
): AsyncGenerator<Pointer[]> {
  const trigrams = gramsOfQuery(query);
  // Before the segments: a document that moves into one meanwhile is seen here or there.
  const waiting: Pointer[] = (await documents.fresh()).filter(
    ({ place, signature }) => (!kind || kindAt(place) === kind) && mayHave(signature, trigrams),
  );
  remaining.count += waiting.length;

  /** Those that come before every document of a segment, in order. */
  const before = (segment: string | undefined): Pointer[] => {
    waiting.sort((a, b) => (a.place < b.place ? 1 : -1));
    const moment = segment?.slice(0, momentLength) ?? '';
    const end = waiting.findIndex(({ place }) => place.slice(0, momentLength) <= moment);
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  let size = fewestSegments;
  for await (const matching of matchingSegments(lookedUp(trigrams), kind, segments)) {
    for (const { bits } of matching) remaining.count += numbersIn(bits).length;
    for (let from = 0; from < matching.length; from += size, size = Math.min(size * 2, maxSegments)) {
      const group = matching.slice(from, from + size);
      const newer = before(group[0]?.segment);
      if (newer.length > 0) yield newer;
      const members = await segments.members(group.map(({ segment }) => segment));
      for (const { segment, bits } of group) {
        const known = members.get(segment) ?? [];
        const numbers = numbersIn(bits);
        const found = numbers.flatMap((number) => known[number] ?? []);
        remaining.count -= numbers.length - found.length;
        waiting.push(...found);
      }
      const next = matching[from + group.length]?.segment;
      // The oldest of this wave may have company in the next one.
      if (next !== undefined) {
        const settled = before(next);
        if (settled.length > 0) yield settled;
      }
    }
  }
  if (waiting.length > 0) yield before(undefined);
}
