// Slow: it works on much data.
import { reindex } from '#lib/ops/reindex.ts';
import { keyOf as keys } from '#shared/search/items.ts';
import type { Item } from '#shared/store/item.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { named, search, sourcesOf } from './scene.ts';

let app: TestApp;
let sources: ReturnType<typeof sourcesOf>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  app.world.segmentSize = 4;
  sources = sourcesOf(app);
});

const rebuilt = (around: Partial<Parameters<typeof reindex>[1]> = {}, dynamo = testDynamo()) => {
  const { prefix, clock } = app.world;
  const tableNames = { accounts: `${prefix}accounts`, analysis: `${prefix}analysis` };
  return reindex(
    { dynamo, tableNames, now: () => clock.now, segmentSize: 4 },
    { signal: new AbortController().signal, onStep: () => {}, ...around },
  );
};

const keyOf = ({ pk, sk }: Item) => ({ pk, sk });

async function filled() {
  for (let i = 0; i < 7; i++) {
    app.world.clock.now += 60_000;
    const { id } = await newUser(app, { company: i % 2 ? 'Northwind' : 'Strideworks' });
    await sources.putSession(sources.session(id, { texts: [`A light trail shoe ${i}`] }));
  }
}
const pagesOf = async (q: string) => {
  const pages: string[] = [];
  for (let offset = 0; offset < 24; offset += 6) pages.push(...named(await search(app, { q, limit: 6, offset })));
  return pages;
};
const everything = async () => Promise.all(['', 'north', 'trail', 'e', 'shoe 3', 'light trail shoe', 'a light trail shoe 3'].map(pagesOf));
const kinds = async () => {
  const items = await allItems(app.world, 'analysis');
  return Object.groupBy(items, ({ kind }) => String(kind));
};

it('a rebuild from the sources makes the same index as the streams', async () => {
  await filled();
  await app.settleSearch();
  const before = await everything();
  for (const item of await allItems(app.world, 'analysis'))
    if (String(item.kind).startsWith('search_')) await sources.analysis.remove(keyOf(item));
  expect((await search(app, { q: 'north' })).results).toEqual([]);
  expect(await rebuilt()).toMatchObject({ documents: 14 });
  expect(await everything()).toEqual(before);
});

it('a rebuild removes old segments, and documents whose source is gone', async () => {
  await filled();
  await app.settleSearch();
  const { content_session: [gone] = [] } = await kinds();
  if (gone) await sources.analysis.remove(keyOf(gone));
  await sources.analysis.put({
    pk: 'SEARCHGRAM#abc',
    sk: '1700000000000#1700000000000#died',
    kind: 'search_posting',
  });
  app.world.clock.now += 3_600_000;
  await rebuilt();
  expect(named(await search(app, { q: '', limit: 100 }))).toHaveLength(13);
  const { search_document, search_segment = [], search_fresh = [], search_posting = [] } = await kinds();
  expect(search_document).toHaveLength(13);
  const members = search_segment.flatMap((segment) => segment.members as string[]);
  expect(new Set(members).size).toBe(members.length);
  expect(members.length + search_fresh.length).toBe(13);
  const names = new Set(search_segment.map(({ sk }) => sk));
  expect(search_posting.every(({ sk }) => names.has(sk))).toBe(true);
});

it('a killed rebuild continues with the same result, and searches work meanwhile', async () => {
  await filled();
  await app.settleSearch();
  const before = await everything();
  app.world.clock.now += 3_600_000;
  const dynamo = testDynamo();
  let calls = 0;
  const dying = (at: number) =>
    (async (operation, input) => {
      if (++calls >= at) throw new Error('The process died.');
      return dynamo(operation, input);
    }) as typeof dynamo;
  for (const at of [5, 20, 40, 60, 90, 120]) {
    calls = 0;
    await rebuilt({}, dying(at)).catch(() => {});
    expect(await pagesOf('north')).toEqual(before[1]);
    app.world.clock.now += 121_000;
  }
  await rebuilt();
  expect(await everything()).toEqual(before);
  const { search_rebuild = [] } = await kinds();
  expect(search_rebuild).toEqual([]);
});

describe('segments of an earlier version, without fingerprints', () => {
  const isOfFingerprint = ({ pk }: Item) => pk.startsWith(keys.searchPosting('hash#', '').pk);

  async function olderIndex() {
    await filled();
    await app.settleSearch();
    const before = await everything();
    const { search_posting = [], search_fingerprints = [] } = await kinds();
    expect(search_fingerprints).toHaveLength(1);
    const ofFingerprints = search_posting.filter(isOfFingerprint);
    expect(ofFingerprints.length).toBeGreaterThan(0);
    for (const item of [...ofFingerprints, ...search_fingerprints]) await sources.analysis.remove(keyOf(item));
    return before;
  }

  it('segments without fingerprints are found until a rebuild adds fingerprints', async () => {
    const before = await olderIndex();
    expect(await everything()).toEqual(before);
    await filled();
    await app.settleSearch();
    const both = await everything();
    expect(both[6]).toHaveLength(2);
    expect((await kinds()).search_fingerprints).toBeUndefined();
    await rebuilt();
    expect((await kinds()).search_fingerprints).toHaveLength(1);
    expect(await everything()).toEqual(both);
    for (const item of await allItems(app.world, 'analysis')) if (isOfFingerprint(item)) await sources.analysis.remove(keyOf(item));
    expect((await everything())[6]).toEqual([]);
  });

  it('a rebuild restarts if an earlier version began it', async () => {
    const before = await olderIndex();
    const { search_document = [] } = await kinds();
    const place = search_document
      .map(({ sk }) => sk)
      .sort()
      .at(-2);
    await sources.analysis.put({
      ...keys.searchRebuild(),
      kind: 'search_rebuild',
      startedAt: app.world.clock.now,
      place,
    });
    app.world.clock.now += 3_600_000;
    expect(await rebuilt()).toMatchObject({ documents: 14 });
    expect(await everything()).toEqual(before);
  });
});
