import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import { type Hit, hitIn, placeOf, type SearchDocument, type SearchKind } from '#shared/search/rules/search-documents.ts';
import type { Held, SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type CandidateDeps, candidates, type Search } from './candidates.ts';

export type FindDeps = CandidateDeps & {
  documents: Pick<SearchDocuments, 'fresh' | 'many' | 'ofUser'>;
  now(): number;
};
export type Finding = {
  q: string;
  kind?: SearchKind | undefined;
  userId?: AccountId | undefined;
  only?: readonly string[];
  offset: number;
  limit: number;
  before?: string | undefined;
};
export type Found = {
  hits: { document: SearchDocument; hit: Hit }[];
  totalEstimate: number;
  hasMore: boolean;
  isPartial: boolean;
  leftAt: string | null;
};

const maxRead = 400;
/** A request has 29 seconds, of which one search takes at most two. */
export const maxSearchMs = 2000;

/** Offset and limit count verified documents. */
export async function find(finding: Finding, deps: FindDeps): Promise<Found> {
  const { userId, kind, offset, limit, only, before } = finding;
  const query = normalizeForSearch(finding.q);
  const until = deps.now() + maxSearchMs;
  const remaining = { count: 0 };
  const search: Search = { query, kind, remaining, before, isLate: () => deps.now() > until };
  const atOnce = offset + limit + 1;
  const waves = userId === undefined ? verifiable(search, atOnce, deps) : ofUser({ userId, atOnce }, deps);
  const hits: Found['hits'] = [];
  let count = 0;
  for await (const documents of waves) {
    for (const { document } of documents) {
      remaining.count--;
      if (kind && document.kind !== kind) continue;
      const hit = hitIn(document, query, only);
      if (!hit) continue;
      count++;
      if (count > offset + limit) {
        const totalEstimate = Math.max(count, count + remaining.count);
        return { hits, totalEstimate, hasMore: true, isPartial: search.leftAt !== undefined, leftAt: null };
      }
      if (count > offset) hits.push({ document, hit });
    }
    // Many candidates may fail in sequence, so verification gets as much time again.
    if (deps.now() > until + maxSearchMs && remaining.count > 0)
      return { hits, totalEstimate: count + remaining.count, hasMore: true, isPartial: true, leftAt: null };
  }
  const { leftAt = null } = search;
  return { hits, totalEstimate: count, hasMore: leftAt !== null, isPartial: leftAt !== null, leftAt };
}

async function* ofUser({ userId, atOnce }: { userId: AccountId; atOnce: number }, { documents }: FindDeps): AsyncGenerator<Held[]> {
  let before: string | undefined;
  do {
    const page = await documents.ofUser(userId, { before, limit: Math.min(maxRead, atOnce) });
    yield page.held;
    before = page.next;
  } while (before !== undefined);
}

async function* verifiable(search: Search, atOnce: number, deps: FindDeps): AsyncGenerator<Held[]> {
  const { remaining } = search;
  const seenPlaces = new Set<string>();
  // Later batches grow, because the first page had too few hits.
  let next = Math.min(maxRead, atOnce);
  for await (const pointers of candidates(search, deps)) {
    const newPointers = pointers.filter(({ place }) => !seenPlaces.has(place) && seenPlaces.add(place));
    remaining.count -= pointers.length - newPointers.length;
    for (let from = 0; from < newPointers.length; ) {
      const part = newPointers.slice(from, from + next);
      from += part.length;
      next = Math.min(maxRead, next * 4);
      const documents = await deps.documents.many(part);
      remaining.count -= part.length - documents.size;
      yield [...documents.values()].sort((a, b) => (placeOf(a.document) < placeOf(b.document) ? 1 : -1));
    }
  }
}
