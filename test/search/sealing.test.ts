import { newAccount } from '#shared/accounts/rules/users.ts';
import { find } from '#shared/search/find.ts';
import { keyOf } from '#shared/search/items.ts';
import { foldedParts, placeOf, userDocument } from '#shared/search/rules/search-documents.ts';
import { gramsOf, signatureOf } from '#shared/search/rules/trigrams.ts';
import { sealAfter, sealSegments } from '#shared/search/seal-segments.ts';
import { freshShardOf, freshShards, searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const world = await newWorld();
const now = () => world.clock.now;
const table = tableAt(`${world.prefix}analysis`, testDynamo());
const documents = searchDocumentsIn(table);
const segments = searchSegmentsIn(table, { now });
const deps = (segmentSize: number) => ({ documents, segments, segmentSize, now });

let last = 1000;
function documentOf(company: string, shard?: number) {
  for (;;) {
    const id = ++last;
    const createdAt = new Date(now() + id).toISOString();
    const document = userDocument(newAccount({ id, email: `u${id}@x.example`, company, createdAt }));
    if (shard === undefined || freshShardOf(placeOf(document)) === shard) return document;
  }
}
async function written(count: number, company: string, shard?: number) {
  const made = Array.from({ length: count }, () => documentOf(company, shard));
  for (const document of made) await documents.write(document, null);
  return made;
}
const found = async (q: string) => {
  const { hits } = await find({ q, offset: 0, limit: 100 }, deps(1));
  return hits.map(({ document }) => document.userId).sort((a, b) => a - b);
};
const freshOnes = async () => (await documents.fresh()).length;
const idsOf = (made: readonly { userId: number }[]) => made.map(({ userId }) => userId);

beforeEach(async () => {
  for (const { pk, sk } of (await documents.fresh()).map(({ shard, place }) => keyOf.searchFresh(shard, place)))
    await table.remove({ pk, sk });
});

it('fresh documents are spread over all shards', async () => {
  const shards = new Set(Array.from({ length: 400 }, () => freshShardOf(placeOf(documentOf('a')))));
  expect(shards.size).toBe(freshShards);
});

it('a segment is made of the documents of all shards once there are enough, oldest first', async () => {
  const made = await written(40, 'copper');
  await sealAfter(placeOf(made[0] as (typeof made)[number]), deps(64));
  expect(await freshOnes()).toBe(40);
  const more = await written(40, 'copper');
  for (const document of more) await sealAfter(placeOf(document), deps(64));
  expect(await freshOnes()).toBe(16);
  expect(await found('copper')).toEqual(idsOf([...made, ...more]));
});

it('a shard that holds a whole segment is sealed by itself, also while another worker makes one of all', async () => {
  const made = await written(5, 'linen', 3);
  await segments.alone(null, 120, async () => {
    await sealAfter(placeOf(made[0] as (typeof made)[number]), deps(5));
  });
  expect(await freshOnes()).toBe(0);
  expect(await found('linen')).toEqual(idsOf(made));
});

it('of two workers that would seal a shard at once, one does', async () => {
  const made = await written(6, 'velvet', 5);
  let segmentsMade = 0;
  const counted = {
    ...segments,
    make: async (some: Parameters<typeof segments.make>[0]) => {
      segmentsMade++;
      return await segments.make(some);
    },
  };
  const place = placeOf(made[0] as (typeof made)[number]);
  await Promise.all([1, 2, 3].map(() => sealAfter(place, { ...deps(6), segments: counted })));
  expect(segmentsMade).toBe(1);
  expect(await found('velvet')).toEqual(idsOf(made));
});

it('a document that was changed while its segment was made is found as it is now', async () => {
  const [document] = await written(1, 'harbour', 7);
  if (!document) throw new Error('none');
  let changes = 0;
  const slow = {
    ...segments,
    make: async (some: Parameters<typeof segments.make>[0]) => {
      const held = await documents.get(document);
      const changed = { ...document, fields: [{ name: 'company', text: 'granite' }] };
      if (changes++ === 0) await documents.write(changed, held?.version ?? null);
      return await segments.make(some);
    },
  };
  await sealSegments({ ...deps(1), segments: slow });
  expect(await found('harbour')).toEqual([]);
  expect(await found('granite')).toEqual([document.userId]);
  await sealSegments(deps(1));
  expect([await freshOnes(), await found('granite')]).toEqual([0, [document.userId]]);
});

describe('what an earlier version left', () => {
  const oldEntry = (place: string, userId: number, version: string, texts: string[]) =>
    table.put({
      ...keyOf.searchFresh(0, place),
      kind: 'search_fresh',
      userId,
      version,
      signature: signatureOf(gramsOf(texts)),
    });

  it('what an earlier version left is found, and sealed, in the list that was the only one', async () => {
    const [document] = await written(1, 'walnut', 9);
    if (!document) throw new Error('none');
    const held = await documents.get(document);
    await table.remove(keyOf.searchFresh(9, placeOf(document)));
    await oldEntry(placeOf(document), document.userId, held?.version ?? '', ['walnut']);
    expect(await found('walnut')).toEqual([document.userId]);
    await sealSegments(deps(1));
    expect([await freshOnes(), await found('walnut')]).toEqual([0, [document.userId]]);
  });

  it('what an earlier version left leaves nothing behind when the document was changed or removed since', async () => {
    const [document] = await written(1, 'cedar', 9);
    if (!document) throw new Error('none');
    await oldEntry(placeOf(document), document.userId, 'earlier', ['cedar']);
    await oldEntry('1700000000000#user#1', 1, 'gone', ['cedar']);
    expect(await found('cedar')).toEqual([document.userId]);
    await sealSegments(deps(1));
    expect([await freshOnes(), await found('cedar')]).toEqual([0, [document.userId]]);
  });

  it('what an earlier version left goes with the document when that is removed', async () => {
    const [document] = await written(1, 'birch', 9);
    if (!document) throw new Error('none');
    await oldEntry(placeOf(document), document.userId, 'earlier', ['birch']);
    const held = await documents.get(document);
    expect(await documents.remove(document, held?.version ?? '')).toBe(true);
    expect(await freshOnes()).toBe(0);
  });

  it('segments of 256 documents with one text of digits are read', async () => {
    const made = await written(3, 'maple');
    for (const document of made) await table.remove(keyOf.searchFresh(freshShardOf(placeOf(document)), placeOf(document)));
    const segment = `${placeOf(made[2] as (typeof made)[number]).slice(0, 13)}#1700000000000#abcdefgh`;
    const postings = new Map<string, bigint>();
    for (const [number, document] of made.entries())
      for (const [part, texts] of foldedParts(document).entries())
        for (const gram of gramsOf(texts)) postings.set(gram, (postings.get(gram) ?? 0n) | (1n << BigInt(number * 4 + part)));
    await table.putMany(
      [...postings].map(([gram, bits]) => ({
        ...keyOf.searchPosting(gram, segment),
        kind: 'search_posting',
        user: bits.toString(16),
      })),
    );
    const members = made.map((document) => `${document.userId} ${placeOf(document)}`);
    await table.put({ ...keyOf.searchSegment(segment), kind: 'search_segment', members });
    expect(await found('maple')).toEqual(idsOf(made));
    const newer = await written(1, 'maple');
    await sealSegments(deps(1));
    expect(await found('maple')).toEqual(idsOf([...made, ...newer]));
  });
});
