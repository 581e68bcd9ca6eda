import { inAll, numberOf } from '#shared/search/rules/part-sets.ts';
import type { SearchKind } from '#shared/search/rules/search-documents.ts';
import type { Match, Posting, SearchSegments } from '#shared/search/store/search-segments.ts';

/** Postings of a gram that are read at once: few at first, since the newest segments have what is common. */
const firstPostings = 32;
const maxPostings = 2048;
/** Segments that are read by name, where a list is not read to its end. */
const maxByName = 100;
/** So few candidates a segment are looked at rather than the lists of further grams. */
const fewCandidates = 0.05;

type List = {
  gram: string;
  /** By segment. */
  known: Map<string, Posting>;
  /** The oldest segment that was read; everything newer is known. `null`: all of them are. */
  readTo: string | null;
  /** Postings of its next page. */
  page: number;
};

/** Segments that match; `searchedTo`: those before it in time were not looked at yet. */
export type Wave = { matches: Match[]; searchedTo: string | null };

type Asked = {
  trigrams: readonly string[];
  kind: SearchKind | undefined;
  /** Only segments before this one. */
  before?: string | undefined;
  /** Postings of the first page. */
  page?: number;
};

/**
 * The segments in which documents may have all the grams, newest segments first, in waves as they are read. One page of
 * each gram says which lists are shortest; these are read side by side. Where one of them ends, no segment but its
 * own is left, and once few are left, only of those the other grams are read: so what is rare is found by few pages,
 * however common the rest.
 */
export async function* matchingSegments(
  { trigrams, kind, before, page = firstPostings }: Asked,
  segments: Pick<SearchSegments, 'postings' | 'postingsIn'>,
): AsyncGenerator<Wave> {
  const know = (list: List, postings: readonly Posting[]) => {
    for (const posting of postings) list.known.set(posting.segment, posting);
  };
  const readPage = async (list: List, from: string | undefined) => {
    const { postings, more } = await segments.postings(list.gram, { kind, before: from, limit: list.page });
    know(list, postings);
    list.readTo = more ? (postings.at(-1)?.segment ?? null) : null;
    list.page = Math.min(list.page * 16, maxPostings);
  };
  const all = trigrams.map((gram): List => ({ gram, known: new Map(), readTo: null, page }));
  await Promise.all(all.map((list) => readPage(list, before)));
  const [lists, others] = shortestOf(all);

  /** The matches that are in the other lists too, as far as reading these is less work than reading the documents. */
  async function inOthers(matches: Found[]): Promise<Match[]> {
    let left = matches;
    for (const list of others) {
      const missing = left.filter(({ segment }) => !isKnown(list, segment)).map(({ segment }) => segment);
      const candidates = documentsIn(left);
      if (missing.length > maxByName && missing.length > candidates / 2) continue;
      if (missing.length > 0) know(list, await segments.postingsIn(list.gram, missing, kind));
      left = left.flatMap(({ segment, entries }) => {
        const both = list.known.get(segment)?.parts.among(entries) ?? [];
        return both.length > 0 ? [{ segment, entries: both }] : [];
      });
    }
    return left.map(({ segment, entries }) => ({ segment, numbers: entries.map(numberOf) }));
  }

  let above: string | undefined;
  const isOpen = (segment: string) => above === undefined || segment < above;
  for (;;) {
    const ended = lists.filter((list) => list.readTo === null);
    const open = lists.filter((list) => list.readTo !== null).sort(byLength);
    let left = common(ended, isOpen);
    if (ended.length > 0 && (open.length === 0 || left.length <= maxByName)) {
      const known = [...ended];
      for (const list of open) {
        const missing = left.filter(({ segment }) => segment < (list.readTo as string));
        const names = missing.map(({ segment }) => segment);
        if (names.length > 0) know(list, await segments.postingsIn(list.gram, names, kind));
        known.push(list);
        left = common(known, isOpen);
      }
      yield { matches: await inOthers(left), searchedTo: null };
      return;
    }
    // Down to where the shortest page ends, everything is known of every list.
    const bound = open
      .map(({ readTo }) => readTo as string)
      .sort()
      .at(-1) as string;
    const wave = common(lists, (segment) => isOpen(segment) && segment >= bound);
    yield { matches: await inOthers(wave), searchedTo: bound };
    above = bound;
    await Promise.all(open.filter(({ readTo }) => readTo === bound).map((list) => readPage(list, bound)));
  }
}

/** Whether it was read what a list has of a segment, or that it has nothing. */
const isKnown = ({ known, readTo }: List, segment: string) =>
  readTo === null || segment >= readTo || known.has(segment);

/**
 * The lists to be read to their end: the two with the fewest documents, and of the others those that halve the candidates,
 * until few are left, as far as all were read. And the rest, shorter ones first.
 */
function shortestOf(lists: readonly List[]): [List[], List[]] {
  const bound = lists.reduce((most, { readTo }) => (readTo !== null && readTo > most ? readTo : most), '');
  const isRead = (segment: string) => segment >= bound;
  const documentsOf = ({ known }: List) =>
    [...known.values()].reduce((sum, { segment, parts }) => sum + (isRead(segment) ? parts.size : 0), 0);
  const sorted = lists
    .map((list) => ({ list, documents: documentsOf(list) }))
    .sort((one, other) => one.documents - other.documents)
    .map(({ list }) => list);
  const read = new Set(lists.flatMap(({ known }) => [...known.keys()].filter(isRead))).size;
  const taken = sorted.slice(0, 2);
  const others: List[] = [];
  let candidates = documentsIn(common(taken, isRead));
  for (const list of sorted.slice(2)) {
    const left =
      candidates <= fewCandidates * read ? candidates : documentsIn(common([...taken, list], isRead));
    if (left < candidates / 2) {
      taken.push(list);
      candidates = left;
    } else others.push(list);
  }
  return [taken, others];
}

const byLength = (one: List, other: List) => one.known.size - other.known.size;

/** A segment, and the entries of those of its documents that are left. */
type Found = { segment: string; entries: number[] };

const documentsIn = (found: readonly Found[]) => found.reduce((sum, { entries }) => sum + entries.length, 0);

/** Of the segments wanted, those with documents that are in all lists, newest first. */
function common(lists: readonly List[], isWanted: (segment: string) => boolean): Found[] {
  const shortest = lists.toSorted(byLength)[0];
  if (!shortest) return [];
  return [...shortest.known.keys()]
    .flatMap((segment): Found[] => {
      if (!isWanted(segment)) return [];
      const sets = lists.flatMap(({ known }) => known.get(segment)?.parts ?? []);
      if (sets.length < lists.length) return [];
      const entries = inAll(sets);
      return entries.length > 0 ? [{ segment, entries }] : [];
    })
    .sort((one, other) => (one.segment < other.segment ? 1 : -1));
}
