import { keyOf } from '#shared/search/items.ts';
import { searchRebuildsIn } from '#shared/search/store/search-rebuilds.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { minutes } from '#shared/values/durations.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const { prefix } = await newWorld();
const table = tableAt(`${prefix}analysis`, testDynamo());
const scan = tableScan(`${prefix}analysis`, testDynamo());
const start = Date.parse('2026-11-21T12:00:00Z');
const now = start + minutes(9);
const rebuilds = searchRebuildsIn(table, { accounts: scan, analysis: scan }, { now: () => now });

const nameOf = (madeAt: number) => `0002026112110#${madeAt}#abcdefgh`;
const isThere = async (key: { pk: string; sk: string }) => (await table.get(key, { consistent: true })) !== null;

it.each([
  ['made before the rebuild began', start - minutes(5) - 1, true, false, false],
  ['made as the rebuild began, by a clock that differs', start - minutes(5), true, true, true],
  ['made by the rebuild', now, true, true, true],
  ['that no segment names, made a quarter of an hour ago', now - minutes(15), false, false, false],
  ['that no segment names, being made', now - minutes(15) + 1, false, false, true],
])('a rebuild of the search index keeps or removes lists %s', async (_, madeAt, isNamed, keeps, keepsLists) => {
  const name = nameOf(madeAt);
  const segment = keyOf.searchSegment(name);
  const list = keyOf.searchPosting('shoe', name);
  await table.put({ ...list, kind: 'search_posting' });
  if (isNamed) await table.put({ ...segment, kind: 'search_segment' });
  const removed = await rebuilds.removeOlder(start);
  expect([await isThere(segment), await isThere(list)]).toEqual([keeps, keepsLists]);
  expect(removed).toBe(Number(isNamed && !keeps) + Number(!keepsLists));
  await table.removeMany([segment, list]);
});
