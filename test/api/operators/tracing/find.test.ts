import fc from 'fast-check';
import { type FindDeps, find, maxSearchMs } from '#shared/search/find.ts';
import { matchingSegments } from '#shared/search/matching-segments.ts';
import { fingerprintsOf } from '#shared/search/rules/fingerprints.ts';
import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import { maxDocuments, packed, partsOfText, textOfParts } from '#shared/search/rules/part-sets.ts';
import { foldedTexts, momentLength, placeOf, type SearchDocument, searchKinds } from '#shared/search/rules/search-documents.ts';
import { gramsOf, signatureOf } from '#shared/search/rules/trigrams.ts';
import type { Fresh, Held } from '#shared/search/store/search-documents.ts';
import type { Posting } from '#shared/search/store/search-segments.ts';

const newestFirst = <T>(entries: Iterable<T>, nameOf: (entry: T) => string) =>
  [...entries].sort((a, b) => (nameOf(a) < nameOf(b) ? 1 : -1));

function listsOf(lists: Map<string, Posting[]>) {
  const all = (gram: string) => newestFirst(lists.get(gram) ?? [], ({ segment }) => segment);
  return {
    async postings(gram: string, { before, limit }: { before?: string | undefined; limit: number }) {
      const rest = all(gram).filter(({ segment }) => before === undefined || segment < before);
      return { postings: rest.slice(0, limit), more: rest.length > limit };
    },
    postingsIn: async (gram: string, segments: readonly string[]) => all(gram).filter(({ segment }) => segments.includes(segment)),
  };
}

const entriesOf = (parts: ReadonlyMap<number, number>) => [...parts].sort(([a], [b]) => a - b).map(([number, of]) => packed(number, of));
const partSets = fc
  .uniqueArray(fc.tuple(fc.oneof(fc.nat(9), fc.nat(maxDocuments - 1)), fc.integer({ min: 1, max: 15 })), {
    selector: ([number]) => number,
    minLength: 1,
    maxLength: 20,
  })
  .map((pairs) => new Map(pairs));

it('a set of documents is stored as the shorter of two texts', () => {
  fc.assert(
    fc.property(partSets, (parts) => {
      const text = textOfParts(entriesOf(parts));
      const set = partsOfText(text);
      expect(set.entries()).toEqual(entriesOf(parts));
      const asked = [...new Set([0, 1, 9, 10, 4095, ...parts.keys()])].sort((a, b) => a - b);
      for (const wanted of [1, 6, 15])
        expect(set.among(asked.map((number) => packed(number, wanted)))).toEqual(
          asked.flatMap((number) => {
            const both = (parts.get(number) ?? 0) & wanted;
            return both > 0 ? [packed(number, both)] : [];
          }),
        );
      expect(text.length).toBeLessThanOrEqual(3 * parts.size + 1);
    }),
  );
  const all = Array.from({ length: maxDocuments }, (_, number) => packed(number, 15));
  expect(textOfParts(all)).toBe('f'.repeat(maxDocuments));
  expect(partsOfText('10f').entries()).toEqual([packed(0, 15), packed(2, 1)]);
});

it('the index finds the segments that all lists share, newest first, for any page size', async () => {
  const list = fc.uniqueArray(fc.record({ segment: fc.nat(60).map((n) => String(n).padStart(3, '0')), parts: partSets }), {
    selector: ({ segment }) => segment,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(list, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.option(
        fc.nat(60).map((n) => String(n).padStart(3, '0')),
        { nil: undefined },
      ),
      async (lists, page, before) => {
        const trigrams = lists.map((_, i) => `g${i}`);
        const postings = lists.map((one) =>
          one.map(({ segment, parts }) => ({ segment, parts: partsOfText(textOfParts(entriesOf(parts))) })),
        );
        const segments = listsOf(new Map(postings.map((one, i) => [`g${i}`, one])));
        const asked = { trigrams, kind: undefined, before, page };
        const waves = await Array.fromAsync(matchingSegments(asked, segments));
        const names = [...new Set(lists.flat().map(({ segment }) => segment))];
        const shared = newestFirst(names, (name) => name)
          .filter((segment) => before === undefined || segment < before)
          .map((segment) => {
            const of = lists.map((one) => one.find((posting) => posting.segment === segment)?.parts);
            const numbers = [...(of[0]?.keys() ?? [])].filter((number) => of.reduce((parts, set) => parts & (set?.get(number) ?? 0), 15));
            return { segment, numbers: numbers.sort((a, b) => a - b) };
          })
          .filter(({ numbers }) => numbers.length > 0);
        expect(waves.flatMap(({ matches }) => matches)).toEqual(shared);
        for (const [i, { searchedTo }] of waves.entries()) {
          expect(searchedTo === null).toBe(i === waves.length - 1);
          const later = waves.slice(i + 1).flatMap(({ matches }) => matches);
          for (const { segment } of later) expect(segment < (searchedTo as string)).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'ß', '%', ' '), maxLength: 12 });
const phrase = 'The quick brown fox and his lazy dogs, Straße 5';
const text = fc.oneof(
  { arbitrary: letters, weight: 3 },
  fc.tuple(letters, fc.nat(30), fc.integer({ min: 30, max: 47 })).map(([b, from, to]) => b + phrase.slice(from, to)),
  fc.tuple(letters, letters).map(([b, a]) => b + phrase + a),
);
const record = fc.record({
  moment: fc.nat(30),
  kind: fc.constantFrom(...searchKinds),
  text,
  userText: text,
  segments: fc.array(fc.nat(40), { maxLength: 2 }),
  was: text,
  state: fc.constantFrom('fresh', 'sealed', 'sealed', 'changed', 'gone'),
});
type Made = typeof record extends fc.Arbitrary<infer R> ? R : never;

function indexOf(records: readonly Made[], { withFingerprints = true } = {}) {
  const documents = new Map<string, Held>();
  const fresh = new Map<string, Fresh>();
  const inSegment = new Map<number, { place: string; userId: number; texts: string[] }[]>();
  records.forEach(({ moment, kind, text, userText, segments, was, state }, i) => {
    const document: SearchDocument = {
      kind,
      id: String(i),
      userId: i % 3,
      createdAt: new Date(1_700_000_000_000 + moment).toISOString(),
      title: '',
      fields: [{ name: 'x', text }],
      userFields: [{ name: 'y', text: userText }],
    };
    const [place, userId] = [placeOf(document), document.userId];
    const isSealed = state === 'sealed' && segments.length > 0;
    if (state !== 'gone') documents.set(place, { document, version: 'v', digest: '' });
    if (state !== 'gone' && !isSealed)
      fresh.set(place, {
        place,
        userId,
        shard: 0,
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
    const entries = new Map<string, number[]>();
    held.forEach(({ texts }, n) => {
      const ofText = withFingerprints ? gramsOf(texts).union(fingerprintsOf(texts)) : gramsOf(texts);
      for (const gram of ofText) entries.set(gram, [...(entries.get(gram) ?? []), packed(n, 1 << (n % 4))]);
    });
    for (const [gram, some] of entries) {
      const posting = { segment, parts: partsOfText(textOfParts(some)) };
      lists.set(gram, [...(lists.get(gram) ?? []), posting]);
    }
  }
  const deps: FindDeps = {
    documents: {
      fresh: async () => [...fresh.values()],
      many: async (pointers) =>
        new Map(pointers.flatMap(({ place }) => (documents.has(place) ? [[place, documents.get(place) as Held]] : []))),
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
      haveFingerprints: async () => withFingerprints,
      pointers: async (matches) =>
        new Map(matches.map(({ segment, numbers }) => [segment, numbers.flatMap((number) => members.get(segment)?.[number] ?? [])])),
    },
    now: () => 0,
  };
  return { deps, documents: newestFirst(documents.values(), ({ document }) => placeOf(document)) };
}

it('a search over many segments with outdated entries finds the current documents, in order and in pages', async () => {
  const query = fc.record({
    q: fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'A', 'b', 's', '%', ' '), maxLength: 6 }),
      fc.tuple(fc.nat(30), fc.integer({ min: 15, max: 47 })).map(([from, length]) => phrase.slice(from, from + length)),
    ),
    kind: fc.option(fc.constantFrom(...searchKinds), { freq: 2, nil: undefined }),
    userId: fc.option(fc.nat(3), { freq: 4, nil: undefined }),
    limit: fc.constantFrom(1, 2, 7, 100),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 120, size: 'max' }),
      query,
      fc.boolean(),
      async (records, { limit, ...asked }, withFingerprints) => {
        const { deps, documents } = indexOf(records, { withFingerprints });
        const expected = documents
          .map(({ document }) => document)
          .filter(({ kind, userId }) => (!asked.kind || kind === asked.kind) && (asked.userId === undefined || userId === asked.userId))
          .filter((document) => foldedTexts(document).some((one) => one.includes(normalizeForSearch(asked.q))))
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

it('a search that stops for time can be continued and then finds the rest', async () => {
  let partial = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        record.map((one) => ({ ...one, text: `${one.text}ab` })),
        { minLength: 100, maxLength: 200, size: 'max' },
      ),
      async (some) => {
        const records = some.map((one, i) => ({ ...one, segments: one.segments.map(() => i) }));
        const { deps, documents } = indexOf(records);
        const expected = documents
          .filter(({ document }) => foldedTexts(document).some((one) => one.includes('ab')))
          .map(({ document }) => placeOf(document));
        const places: string[] = [];
        let before: string | undefined;
        do {
          let looks = 0;
          const now = () => (looks++ === 0 ? 0 : maxSearchMs + 1);
          const found = await find({ q: 'ab', offset: 0, limit: 100, before }, { ...deps, now });
          places.push(...found.hits.map(({ document }) => placeOf(document)));
          if (found.hasMore && found.leftAt === null) return;
          expect(found.isPartial).toBe(found.leftAt !== null);
          if (found.isPartial) partial++;
          before = found.leftAt ?? undefined;
        } while (before !== undefined);
        expect([...new Set(places)].sort()).toEqual([...expected].sort());
      },
    ),
    { numRuns: 100 },
  );
  expect(partial).toBeGreaterThan(20);
});
