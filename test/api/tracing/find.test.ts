import fc from 'fast-check';
import { type FindDeps, find } from '#shared/search/find.ts';
import { matchingSegments } from '#shared/search/matching-segments.ts';
import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import {
  foldedTexts,
  momentLength,
  placeOf,
  type SearchDocument,
  searchKinds,
} from '#shared/search/rules/search-documents.ts';
import { gramsOf, signatureOf } from '#shared/search/rules/trigrams.ts';
import type { Held } from '#shared/search/store/search-documents.ts';
import type { Posting } from '#shared/search/store/search-segments.ts';

const newestFirst = <T>(entries: Iterable<T>, nameOf: (entry: T) => string) =>
  [...entries].sort((a, b) => (nameOf(a) < nameOf(b) ? 1 : -1));

/** Gram lists in memory, which answer pages of at most so many. */
function listsOf(lists: Map<string, Posting[]>) {
  const all = (gram: string) => newestFirst(lists.get(gram) ?? [], ({ segment }) => segment);
  return {
    async postings(gram: string, { before, limit }: { before?: string | undefined; limit: number }) {
      const rest = all(gram).filter(({ segment }) => before === undefined || segment < before);
      return { postings: rest.slice(0, limit), more: rest.length > limit };
    },
    postingsIn: async (gram: string, segments: readonly string[]) =>
      all(gram).filter(({ segment }) => segments.includes(segment)),
  };
}

it('tells the segments that all lists share, newest first, each once, whatever the pages', async () => {
  const list = fc.uniqueArray(
    fc.record({ segment: fc.nat(60).map((n) => String(n).padStart(3, '0')), bits: fc.bigInt(1n, 15n) }),
    {
      selector: ({ segment }) => segment,
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(list, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (lists, page) => {
        const trigrams = lists.map((_, i) => `g${i}`);
        const segments = listsOf(new Map(lists.map((one, i) => [`g${i}`, one])));
        const told = (await Array.fromAsync(matchingSegments(trigrams, undefined, segments, page))).flat();
        const names = [...new Set(lists.flat().map(({ segment }) => segment))];
        const shared = newestFirst(names, (name) => name)
          .map((segment) => ({
            segment,
            bits: lists
              .map((one) => one.find((posting) => posting.segment === segment)?.bits ?? 0n)
              .reduce((a, b) => a & b),
          }))
          .filter(({ bits }) => bits > 0n);
        expect(told).toEqual(shared);
      },
    ),
    { numRuns: 500 },
  );
});

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'ß', '%', ' '), maxLength: 12 });
const record = fc.record({
  moment: fc.nat(30),
  kind: fc.constantFrom(...searchKinds),
  text,
  userText: text,
  /** Segments that hold it or held it; what it said then; whether it is there no more. */
  segments: fc.array(fc.nat(40), { maxLength: 2 }),
  was: text,
  state: fc.constantFrom('fresh', 'sealed', 'sealed', 'changed', 'gone'),
});
type Made = typeof record extends fc.Arbitrary<infer R> ? R : never;

/** An index in memory of documents in segments that hold them as they are, or as they were. */
function indexOf(records: readonly Made[]) {
  const documents = new Map<string, Held>();
  const fresh = new Map<string, { place: string; userId: number; version: string; signature: string }>();
  const inSegment = new Map<number, { place: string; userId: number; texts: string[] }[]>();
  records.forEach(({ moment, kind, text, userText, segments, was, state }, i) => {
    const document: SearchDocument = {
      ...{
        kind,
        id: String(i),
        userId: i % 3,
        createdAt: new Date(1_700_000_000_000 + moment).toISOString(),
      },
      ...{ title: '', fields: [{ name: 'x', text }], userFields: [{ name: 'y', text: userText }] },
    };
    const [place, userId] = [placeOf(document), document.userId];
    const isSealed = state === 'sealed' && segments.length > 0;
    if (state !== 'gone') documents.set(place, { document, version: 'v', digest: '' });
    if (state !== 'gone' && !isSealed)
      fresh.set(place, {
        place,
        userId,
        version: 'v',
        signature: signatureOf(gramsOf(foldedTexts(document))),
      });
    for (const segment of new Set(segments)) {
      const members = inSegment.get(segment) ?? [];
      inSegment.set(segment, members);
      members.push({ place, userId, texts: isSealed ? foldedTexts(document) : [normalizeForSearch(was)] });
    }
  });
  const lists = new Map<string, Posting[]>();
  const members = new Map<string, { place: string; userId: number }[]>();
  for (const [number, held] of inSegment) {
    const newest = newestFirst(held, ({ place }) => place)[0]?.place ?? '';
    const segment = `${newest.slice(0, momentLength)}#${number}`;
    members.set(segment, held);
    const bits = new Map<string, bigint>();
    held.forEach(({ texts }, n) => {
      for (const gram of gramsOf(texts))
        bits.set(gram, (bits.get(gram) ?? 0n) | (1n << BigInt(4 * n + (n % 4))));
    });
    for (const [gram, set] of bits) lists.set(gram, [...(lists.get(gram) ?? []), { segment, bits: set }]);
  }
  const deps: FindDeps = {
    documents: {
      fresh: async () => [...fresh.values()],
      many: async (pointers) =>
        new Map(
          pointers.flatMap(({ place }) =>
            documents.has(place) ? [[place, documents.get(place) as Held]] : [],
          ),
        ),
      async ofUser(userId, { before, limit }) {
        const held = newestFirst(documents.values(), ({ document }) => placeOf(document)).filter(
          ({ document }) => document.userId === userId && (!before || placeOf(document) < before),
        );
        const page = held.slice(0, limit);
        const last = page.at(-1);
        return { held: page, next: held.length > limit && last ? placeOf(last.document) : undefined };
      },
    },
    segments: {
      ...listsOf(lists),
      members: async (names) => new Map(names.map((name) => [name, members.get(name) ?? []])),
    },
  };
  return { deps, documents: newestFirst(documents.values(), ({ document }) => placeOf(document)) };
}

it('finds in an index of many segments, old states and leftovers what is there now, in order and in pages', async () => {
  const query = fc.record({
    q: fc.string({ unit: fc.constantFrom('a', 'A', 'b', 's', '%', ' '), maxLength: 6 }),
    kind: fc.option(fc.constantFrom(...searchKinds), { freq: 2, nil: undefined }),
    userId: fc.option(fc.nat(3), { freq: 4, nil: undefined }),
    limit: fc.constantFrom(1, 2, 7, 100),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 120, size: 'max' }),
      query,
      async (records, { limit, ...asked }) => {
        const { deps, documents } = indexOf(records.map((one) => ({ ...one })));
        const expected = documents
          .map(({ document }) => document)
          .filter(
            ({ kind, userId }) =>
              (!asked.kind || kind === asked.kind) && (asked.userId === undefined || userId === asked.userId),
          )
          .filter((document) =>
            foldedTexts(document).some((one) => one.includes(normalizeForSearch(asked.q))),
          )
          .map(placeOf);
        const places: string[] = [];
        for (let offset = 0; ; offset += limit) {
          const { hits, hasMore, totalEstimate } = await find({ ...asked, offset, limit }, deps);
          places.push(...hits.map(({ document }) => placeOf(document)));
          expect(hasMore).toBe(places.length < expected.length);
          expect(hasMore ? totalEstimate > places.length : totalEstimate === expected.length).toBe(true);
          if (!hasMore) break;
        }
        expect(places).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
