import { inAll, numberOf } from '#shared/search/rules/part-sets.ts';
import type { SearchKind } from '#shared/search/rules/search-documents.ts';
import type { Match, Posting, SearchSegments } from '#shared/search/store/search-segments.ts';

/** Common queries end in the newest segments, so the first page of a list is small. */
const firstPostings = 32;
const maxPostings = 2048;
const maxByName = 100;
/** If fewer documents than this share are candidates, reading documents is cheaper than reading lists. */
const fewCandidates = 0.05;

type List = {
  gram: string;
  known: Map<string, Posting>;
  readTo: string | null;
  page: number;
};

export type Wave = { matches: Match[]; searchedTo: string | null };

type Asked = {
  trigrams: readonly string[];
  kind: SearchKind | undefined;
  before?: string | undefined;
  page?: number;
};

/** One page of each gram's list reveals the shortest lists, whose segments suffice. */
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
    const unfinished = lists.filter((list) => list.readTo !== null).sort(byLength);
    let left = common(ended, isOpen);
    if (ended.length > 0 && (unfinished.length === 0 || left.length <= maxByName)) {
      const known = [...ended];
      for (const list of unfinished) {
        const missing = left.filter(({ segment }) => segment < (list.readTo as string));
        const names = missing.map(({ segment }) => segment);
        if (names.length > 0) know(list, await segments.postingsIn(list.gram, names, kind));
        known.push(list);
        left = common(known, isOpen);
      }
      yield { matches: await inOthers(left), searchedTo: null };
      return;
    }
    const bound = unfinished
      .map(({ readTo }) => readTo as string)
      .sort()
      .at(-1) as string;
    const wave = common(lists, (segment) => isOpen(segment) && segment >= bound);
    yield { matches: await inOthers(wave), searchedTo: bound };
    above = bound;
    await Promise.all(
      unfinished.filter(({ readTo }) => readTo === bound).map((list) => readPage(list, bound)),
    );
  }
}

const isKnown = ({ known, readTo }: List, segment: string) =>
  readTo === null || segment >= readTo || known.has(segment);

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

type Found = { segment: string; entries: number[] };

const documentsIn = (found: readonly Found[]) => found.reduce((sum, { entries }) => sum + entries.length, 0);

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
