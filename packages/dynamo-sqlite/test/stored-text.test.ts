// Slow: it starts processes.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { type Ask, attributesOf, engineOf, keysOf, recordsOf, streamOf, things } from './engine.ts';

type Changed = { dynamodb: { NewImage: object } };
const folder = temporaryFolder();

const keys = [
  ['p', 's'],
  ['a"b', 'back\\slash'],
  ["it's", "'; DROP TABLE items; --"],
  ['null\u0000byte', 'line\nend'],
  ['grün 😀', '\u2028'],
  ['"},"sk":{"S":"', '{"pk":{"S":"p"}'],
  [',', '}'],
] as const;
const itemOf = ([pk, sk]: readonly [string, string]) => ({
  pk: { S: pk },
  sk: { S: sk },
  n: { N: '1' },
  nested: { M: { pk: { S: 'other' }, list: { L: [{ BOOL: true }] } } },
});

const contentOf = (file: string, where: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`SELECT item FROM items WHERE ${where}`).all();
  database.close();
  return rows.map(({ item }) => String(item));
};

async function told(ask: Ask, item: ReturnType<typeof itemOf>) {
  const { pk, sk } = item;
  const { Item } = await ask('GetItem', { TableName: 'things', Key: { pk, sk }, ConsistentRead: true });
  const { Items: queried } = await ask('Query', {
    TableName: 'things',
    KeyConditionExpression: 'pk = :p AND sk = :s',
    ExpressionAttributeValues: { ':p': pk, ':s': sk },
  });
  return [Item, ...queried];
}

it('stores an item without the key that its row has, and tells it whole', async () => {
  const file = join(folder, 'stored.sqlite');
  const { engine, ask } = await engineOf({}, file);
  await ask('CreateTable', { ...things, ...streamOf() });
  for (const key of keys) await ask('PutItem', { TableName: 'things', Item: itemOf(key) });
  for (const key of keys) expect(await told(ask, itemOf(key))).toEqual([itemOf(key), itemOf(key)]);
  const { Items } = await ask('Scan', { TableName: 'things' });
  expect(Items).toHaveLength(keys.length);
  expect(Items).toEqual(expect.arrayContaining(keys.map(itemOf)));
  const images = (await recordsOf(ask, 'things')).map((record: Changed) => record.dynamodb.NewImage);
  expect(images).toEqual(keys.map(itemOf));
  await engine.close();
  expect(contentOf(file, "pk = 'p'")).toEqual([JSON.stringify(itemOf(keys[0])).replace(/^.*?"s"}/, '')]);

  const again = await engineOf({}, file);
  for (const key of keys) expect(await told(again.ask, itemOf(key))).toEqual([itemOf(key), itemOf(key)]);
  await again.engine.close();
});

it('tells what a version before stored, with the key in each text', async () => {
  const file = join(folder, 'before.sqlite');
  const { engine, ask } = await engineOf({}, file);
  await ask('CreateTable', things);
  await ask('PutItem', { TableName: 'things', Item: itemOf(keys[0]) });
  await engine.close();
  const database = new DatabaseSync(file);
  database.prepare('UPDATE items SET item = ?').run(JSON.stringify(itemOf(keys[0])));
  database.close();
  const again = await engineOf({}, file);
  expect(await told(again.ask, itemOf(keys[0]))).toEqual([itemOf(keys[0]), itemOf(keys[0])]);
  const changed = { ...itemOf(keys[0]), n: { N: '2' } };
  await again.ask('PutItem', { TableName: 'things', Item: changed });
  expect(await told(again.ask, changed as ReturnType<typeof itemOf>)).toEqual([changed, changed]);
  await again.engine.close();
});

it('keeps items whole whose key has other names or types, or no second part', async () => {
  const { engine, ask } = await engineOf();
  const tables = {
    named: [
      { ...keysOf('sk', 'pk'), ...attributesOf({ pk: 'S', sk: 'S' }) },
      { sk: { S: 'a' }, pk: { S: 'b' } },
    ],
    numbered: [
      { ...keysOf('pk', 'sk'), ...attributesOf({ pk: 'S', sk: 'N' }) },
      { pk: { S: 'a' }, sk: { N: '7' } },
    ],
    single: [
      { ...keysOf('pk'), ...attributesOf({ pk: 'S' }) },
      { pk: { S: 'a' }, sk: { S: '' } },
    ],
  } as const;
  for (const [TableName, [schema, Item]] of Object.entries(tables)) {
    await ask('CreateTable', { ...things, TableName, ...schema });
    await ask('PutItem', { TableName, Item });
    expect((await ask('Scan', { TableName })).Items).toEqual([Item]);
  }
  await engine.close();
});

it('hands out items that nobody can change for those who read them next', async () => {
  const { engine, ask } = await engineOf();
  await ask('CreateTable', things);
  await ask('PutItem', { TableName: 'things', Item: itemOf(keys[0]) });
  const read = () => ask('GetItem', { TableName: 'things', Key: { pk: { S: 'p' }, sk: { S: 's' } } });
  await read();
  const { Item } = await read();
  expect(() => (Item.nested.M.list.L[0].BOOL = false)).toThrow(TypeError);
  expect(() => delete Item.n).toThrow(TypeError);
  expect((await read()).Item).toEqual(itemOf(keys[0]));
  await engine.close();
});

it('takes an item back as it was read', async () => {
  const { engine, ask } = await engineOf();
  await ask('CreateTable', things);
  const sets = { NS: ['1', '-2.5'] };
  await ask('PutItem', { TableName: 'things', Item: { ...itemOf(keys[0]), sets } });
  const Key = { pk: { S: 'p' }, sk: { S: 's' } };
  await ask('GetItem', { TableName: 'things', Key });
  const { Item } = await ask('GetItem', { TableName: 'things', Key });
  await ask('PutItem', { TableName: 'things', Item });
  await ask('PutItem', { TableName: 'things', Item: { ...Item, more: { L: [Item.n, Item.nested] } } });
  expect((await ask('GetItem', { TableName: 'things', Key })).Item).toMatchObject(Item);
  await engine.close();
});

it('refuses a file that a later version wrote, and leaves it as it is', async () => {
  const file = join(folder, 'later.sqlite');
  const { engine } = await engineOf({}, file);
  await engine.close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(engineOf({}, file)).rejects.toThrow('A later version of this engine wrote the file');
  const after = new DatabaseSync(file, { readOnly: true });
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  after.close();
});
