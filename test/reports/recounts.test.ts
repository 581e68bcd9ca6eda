import { keyOf } from '#shared/reports/items.ts';
import { recountsIn } from '#shared/reports/store/recounts.ts';
import { maxShards, overflowKey } from '#shared/store/overflow-shards.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const [accountId, counters] = [7 as never, 250];
const recount = { generation: 1, from: '2026-11-20', to: '2026-11-21', openedAt: '2026-11-22T00:00:00.000Z' };

it('counters of older recounts are removed in turns, and those that lead to other counters last', async () => {
  const { prefix } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const { pk } = keyOf.total(accountId, 'live', 'occurred', '', '', 0);
  const overflowPk = overflowKey(pk, 3);
  const put = (at: string, id: string, more: object = {}) => table.put({ pk: at, sk: `2026-11-20#${id}`, kind: 'total', ...more } as never);
  await put(pk, 'full', { shards: new Set(Array.from({ length: maxShards }, (_, i) => `s${i}`)) });
  for (let at = 0; at < counters; at++) await put(overflowPk, String(at).padStart(3, '0'));
  await table.put({ pk, sk: '2026-11-22#later', kind: 'total' } as never);

  let time = 0;
  const { removeOlder } = recountsIn(table, { now: () => time++ });
  const left = async (of: string) => (await Array.fromAsync(table.query(of, ['', '~'], { consistent: true }))).length;
  const turns: [boolean, number, number][] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await removeOlder(accountId, recount, time + 1);
    turns.push([isDone, await left(overflowPk), await left(pk)]);
  }
  expect(turns.slice(0, 3)).toEqual([
    [false, 150, 2],
    [false, 50, 2],
    [false, 0, 2],
  ]);
  expect(turns.at(-1)).toEqual([true, 0, 1]);
});
