import type { SpendAlias } from '#shared/spend/rules/joins.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const accountId = 7;
const alias = (name: string, letter = 'é'): SpendAlias => ({
  level: 'campaign',
  network: null,
  value: `${name} `.padEnd(199, letter),
  id: null,
  name: `${name} `.padEnd(499, letter),
});
/** About 200 of these fit into an item. */
const listOf = (name: string, count: number, letter?: string) => Array.from({ length: count }, (_, at) => alias(`${name} ${at}`, letter));

async function newTable(): Promise<Table> {
  const { prefix } = await newWorld();
  return tableAt(`${prefix}attribution`, testDynamo());
}
const allItems = (table: Table) => Array.fromAsync(table.query(`SPENDALIASES#${accountId}`, [' ', '~']));

it('a short list of aliases is stored as one item, as earlier versions read it', async () => {
  const table = await newTable();
  const aliases = listOf('short', 100);
  await spendAliasesIn(table).set(accountId, 'live', aliases, []);
  expect(await allItems(table)).toEqual([{ pk: `SPENDALIASES#${accountId}`, sk: 'live', kind: 'spend_aliases', aliases, effects: '[]' }]);
});

it('a list of aliases that becomes shorter leaves no part of the longer list', async () => {
  const table = await newTable();
  const store = spendAliasesIn(table);
  for (const count of [900, 500, 3, 700, 0]) {
    await store.set(accountId, 'live', listOf(`of ${count}`, count), []);
    await store.set(accountId, 'test', listOf('test', 450), []);
    expect(await store.all(accountId, 'live')).toEqual(listOf(`of ${count}`, count));
    expect(await store.all(accountId, 'test')).toEqual(listOf('test', 450));
    const sizes = [900, 500, 700].includes(count) ? 2 : 1;
    expect((await allItems(table)).filter(({ sk }) => sk.startsWith('live')).length).toBeGreaterThanOrEqual(sizes);
  }
  expect((await allItems(table)).filter(({ sk }) => sk.startsWith('live'))).toHaveLength(1);
});

it('of two long lists of aliases at once, one is stored as a whole, and a reader sees no mixture', async () => {
  const table = await newTable();
  const store = spendAliasesIn(table);
  const lists = [listOf('first', 900), listOf('second', 600)];
  await store.set(accountId, 'live', listOf('before', 400), []);
  const seen: string[] = [];
  const isSet = { done: false };
  const reading = (async () => {
    while (!isSet.done) {
      await new Promise(setImmediate);
      const aliases = await store.all(accountId, 'live');
      seen.push(`${new Set(aliases.map(({ value }) => value.split(' ')[0])).size} ${aliases.length}`);
    }
  })();
  await Promise.all(lists.map((list) => store.set(accountId, 'live', list, [])));
  isSet.done = true;
  await reading;
  expect(lists).toContainEqual(await store.all(accountId, 'live'));
  expect(['1 400', '1 900', '1 600']).toEqual(expect.arrayContaining([...new Set(seen)]));
});

it('a reader between the head and the parts of a list reads the list again', async () => {
  const table = await newTable();
  const store = spendAliasesIn(table);
  await store.set(accountId, 'live', listOf('before', 600), []);
  const racing: Table = {
    ...table,
    async get(...args: Parameters<Table['get']>) {
      const head = await table.get(...args);
      if (JSON.stringify(head).includes('before')) await store.set(accountId, 'live', listOf('after', 800), []);
      return head as never;
    },
  };
  expect(await spendAliasesIn(racing).all(accountId, 'live')).toEqual(listOf('after', 800));
});
