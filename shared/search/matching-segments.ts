import type { SearchKind } from '#shared/search/rules/search-documents.ts';
import type { Posting, SearchSegments } from '#shared/search/store/search-segments.ts';

/** Postings read of a gram at once: of 200 segments. */
const maxPostings = 200;

type List = {
  gram: string;
  /** By segment. */
  known: Map<string, bigint>;
  /** The oldest segment that was read; everything newer is known. `null`: all of them are. */
  readTo: string | null;
};

/**
 * The segments in which documents have all the grams, newest segments first, in waves as they are read. The lists of
 * all grams are read side by side, one page each. Where one of them ends, no segment but its own is left, and only of
 * those the other grams are read: so what is rare is found by one page, however common the rest.
 */
export async function* matchingSegments(
  trigrams: readonly string[],
  kind: SearchKind | undefined,
  segments: Pick<SearchSegments, 'postings' | 'postingsIn'>,
  pagePostings = maxPostings,
): AsyncGenerator<Posting[]> {
  const read = async (list: List) => {
    const before = list.readTo ?? undefined;
    const { postings, more } = await segments.postings(list.gram, { kind, before, limit: pagePostings });
    for (const { segment, bits } of postings) list.known.set(segment, bits);
    list.readTo = more ? (postings.at(-1)?.segment ?? null) : null;
  };
  const lists = trigrams.map((gram): List => ({ gram, known: new Map(), readTo: '' }));
  for (const list of lists) list.readTo = null;
  await Promise.all(lists.map(read));

  let above: string | undefined;
  for (;;) {
    const open = lists.filter((list) => list.readTo !== null);
    const ended = shortest(lists.filter((list) => list.readTo === null));
    if (ended) {
      const wanted = [...ended.known.keys()].filter((segment) => above === undefined || segment < above);
      await Promise.all(
        open.map(async (list) => {
          const missing = wanted.filter((segment) => segment < (list.readTo as string));
          if (missing.length === 0) return;
          for (const { segment, bits } of await segments.postingsIn(list.gram, missing, kind))
            list.known.set(segment, bits);
        }),
      );
      yield common(lists, wanted);
      return;
    }
    // Down to where the shortest page ends, everything is known of every list.
    const bound = open.reduce(
      (most, { readTo }) => ((readTo as string) > most ? (readTo as string) : most),
      '',
    );
    const wanted = [...(lists[0] as List).known.keys()].filter(
      (segment) => segment >= bound && (above === undefined || segment < above),
    );
    yield common(lists, wanted);
    above = bound;
    await Promise.all(open.filter(({ readTo }) => readTo === bound).map(read));
  }
}

const shortest = (lists: readonly List[]): List | undefined =>
  lists.toSorted((a, b) => a.known.size - b.known.size)[0];

function common(lists: readonly List[], wanted: readonly string[]): Posting[] {
  return wanted
    .map((segment) => ({
      segment,
      bits: lists.map(({ known }) => known.get(segment) ?? 0n).reduce((all, bits) => all & bits),
    }))
    .filter(({ bits }) => bits !== 0n)
    .sort((a, b) => (a.segment < b.segment ? 1 : -1));
}
