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

/** The first page of each gram's list reveals the shortest lists, whose segments suffice. */
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
    let remaining = matches;
    for (const list of others) {
      const missing = remaining.filter(({ segment }) => !isKnown(list, segment)).map(({ segment }) => segment);
      const candidates = documentsIn(remaining);
      if (missing.length > maxByName && missing.length > candidates / 2) continue;
      if (missing.length > 0) know(list, await segments.postingsIn(list.gram, missing, kind));
      remaining = remaining.flatMap(({ segment, entries }) => {
        const both = list.known.get(segment)?.parts.among(entries) ?? [];
        return both.length > 0 ? [{ segment, entries: both }] : [];
      });
    }
    return remaining.map(({ segment, entries }) => ({ segment, numbers: entries.map(numberOf) }));
  }

  let above: string | undefined;
  const isOpen = (segment: string) => above === undefined || segment < above;
  for (;;) {
    const ended = lists.filter((list) => list.readTo === null);
    const unfinished = lists.filter((list) => list.readTo !== null).sort(byLength);
    let remaining = common(ended, isOpen);
    if (ended.length > 0 && (unfinished.length === 0 || remaining.length <= maxByName)) {
      const readLists = [...ended];
      for (const list of unfinished) {
        const missing = remaining.filter(({ segment }) => segment < (list.readTo as string));
        const names = missing.map(({ segment }) => segment);
        if (names.length > 0) know(list, await segments.postingsIn(list.gram, names, kind));
        readLists.push(list);
        remaining = common(readLists, isOpen);
      }
      yield { matches: await inOthers(remaining), searchedTo: null };
      return;
    }
    const bound = unfinished
      .map(({ readTo }) => readTo as string)
      .sort()
      .at(-1) as string;
    const wave = common(lists, (segment) => isOpen(segment) && segment >= bound);
    yield { matches: await inOthers(wave), searchedTo: bound };
    above = bound;
    await Promise.all(unfinished.filter(({ readTo }) => readTo === bound).map((list) => readPage(list, bound)));
  }
}

const isKnown = ({ known: postings, readTo }: List, segment: string) => readTo === null || segment >= readTo || postings.has(segment);

function shortestOf(lists: readonly List[]): [List[], List[]] {
  const bound = lists.reduce((most, { readTo }) => (readTo !== null && readTo > most ? readTo : most), '');
  const isRead = (segment: string) => segment >= bound;
  const documentsOf = ({ known: postings }: List) =>
    [...postings.values()].reduce((sum, { segment, parts }) => sum + (isRead(segment) ? parts.size : 0), 0);
  const sorted = lists
    .map((list) => ({ list, documents: documentsOf(list) }))
    .sort((a, b) => a.documents - b.documents)
    .map(({ list }) => list);
  const segmentsRead = new Set(lists.flatMap(({ known: postings }) => [...postings.keys()].filter(isRead))).size;
  const chosenLists = sorted.slice(0, 2);
  const others: List[] = [];
  let candidates = documentsIn(common(chosenLists, isRead));
  for (const list of sorted.slice(2)) {
    const documentsLeft = candidates <= fewCandidates * segmentsRead ? candidates : documentsIn(common([...chosenLists, list], isRead));
    if (documentsLeft < candidates / 2) {
      chosenLists.push(list);
      candidates = documentsLeft;
    } else others.push(list);
  }
  return [chosenLists, others];
}

const byLength = (a: List, b: List) => a.known.size - b.known.size;

type Found = { segment: string; entries: number[] };

const documentsIn = (foundSegments: readonly Found[]) => foundSegments.reduce((sum, { entries }) => sum + entries.length, 0);

function common(lists: readonly List[], isWanted: (segment: string) => boolean): Found[] {
  const shortest = lists.toSorted(byLength)[0];
  if (!shortest) return [];
  return [...shortest.known.keys()]
    .flatMap((segment): Found[] => {
      if (!isWanted(segment)) return [];
      const sets = lists.flatMap(({ known: postings }) => postings.get(segment)?.parts ?? []);
      if (sets.length < lists.length) return [];
      const entries = inAll(sets);
      return entries.length > 0 ? [{ segment, entries }] : [];
    })
    .sort((a, b) => (a.segment < b.segment ? 1 : -1));
}
