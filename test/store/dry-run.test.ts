import { behindBarrier, inDryRun } from '#shared/store/dry-run.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const range = ['b', 'y'] as const;

it('a query in a dry run finds what the run would have written, in its place, and no more than asked for', async () => {
  const { prefix } = await newWorld();
  const name = `${prefix}accounts`;
  const table = tableAt(name, behindBarrier(testDynamo(), { [name]: 'accounts' }));
  const put = (...sortKeys: string[]) => Promise.all(sortKeys.map((sk) => table.transact([{ put: { pk: 'DRY', sk } }])));
  const all = async (pageItems?: number) =>
    (await Array.fromAsync(table.query<Item>('DRY', range, { consistent: true, ...(pageItems && { pageItems }) }))).map(({ sk }) => sk);
  const last = async (limit: number, before?: string) => {
    const { items, more } = await table.last<Item>('DRY', { before, limit });
    return [items.map(({ sk }) => sk).join(''), more];
  };
  await put('c', 'f', 'x', 'z');

  await inDryRun(async () => {
    await put('a', 'b', 'd', 'e', 'y', 'c');
    await table.transact([{ put: { pk: 'OTHER', sk: 'g' } }, { remove: { pk: 'DRY', sk: 'f' } }]);
    for (const pageItems of [undefined, 1, 2, 3, 9]) expect(await all(pageItems)).toEqual(['b', 'c', 'd', 'e', 'x', 'y']);
    expect(await last(3)).toEqual(['zyx', true]);
    expect(await last(3, 'x')).toEqual(['edc', true]);
    expect(await last(9, 'c')).toEqual(['ba', false]);
    expect(await last(99)).toEqual(['zyxedcba', false]);
  });
  expect(await all()).toEqual(['c', 'f', 'x']);
});
