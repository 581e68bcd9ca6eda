// Slow: it starts processes.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { attributesOf, engineOf, keyOf, keysOf, recordsOf, streamOf, things } from './engine.ts';

const folder = temporaryFolder();
const streamed = { ...things, ...streamOf() };
const images = (records: { dynamodb: object }[]) =>
  records.map(({ dynamodb }) => {
    const { SequenceNumber, Keys, OldImage, NewImage } = dynamodb as Record<string, unknown>;
    return { SequenceNumber, Keys, ...(OldImage ? { OldImage } : {}), ...(NewImage ? { NewImage } : {}) };
  });

function makeOld(file: string, records: object[]): void {
  const database = new DatabaseSync(file);
  const [{ id }] = database.prepare("SELECT id FROM tables WHERE name = 'things'").all() as [{ id: number }];
  database.exec(`ALTER TABLE items DROP COLUMN seq; DROP TABLE records_${id};
    CREATE TABLE records (t INTEGER, seq INTEGER, at INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (t, seq)) STRICT`);
  const add = database.prepare('INSERT INTO records VALUES (?, ?, ?, ?)');
  for (const [at, record] of records.entries()) add.run(id, at + 1, 1_763_000_000, JSON.stringify(record));
  database.close();
}

it('reads a file whose stream records were whole texts, and continues with its numbers', async () => {
  const file = join(folder, 'old.sqlite');
  const first = await engineOf({}, file);
  await first.ask('CreateTable', streamed);
  await first.put('a', { n: { N: '1' } });
  await first.put('a', { n: { N: '2' } });
  await first.put('b');
  await first.ask('DeleteItem', { TableName: 'things', Key: keyOf('b') });
  const before = await recordsOf(first.ask, 'things');
  await first.engine.close();
  makeOld(file, before);

  for (const round of [1, 2]) {
    const { engine, ask, put, get } = await engineOf({}, file);
    expect(images((await recordsOf(ask, 'things')).slice(0, 4))).toEqual(images(before));
    expect(await get('a')).toEqual({ ...keyOf('a'), n: { N: '2' } });
    await put(`after ${round}`);
    const records = await recordsOf(ask, 'things');
    expect(records.at(-1).dynamodb.SequenceNumber).toBe(String(4 + round));
    await engine.close();
  }
});

it('tells of an item as it was, however it changes before its record is read, and over a restart', async () => {
  const file = join(folder, 'images.sqlite');
  const first = await engineOf({}, file);
  await first.ask('CreateTable', streamed);
  const { put, ask } = first;
  await put('a', { n: { N: '1' } });
  await put('b');
  await put('a', { n: { N: '2' } });
  await ask('UpdateItem', {
    TableName: 'things',
    Key: keyOf('a'),
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: { ':n': { N: '3' } },
  });
  await ask('DeleteItem', { TableName: 'things', Key: keyOf('a') });
  await put('a', { n: { N: '4' } });
  const told = images(await recordsOf(ask, 'things'));
  const a = (n: number) => ({ ...keyOf('a'), n: { N: String(n) } });
  expect(told).toMatchObject([
    { NewImage: a(1) },
    { NewImage: keyOf('b') },
    { OldImage: a(1), NewImage: a(2) },
    { OldImage: a(2), NewImage: a(3) },
    { OldImage: a(3) },
    { NewImage: a(4) },
  ]);
  await first.engine.close();
  const next = await engineOf({}, file);
  expect(images(await recordsOf(next.ask, 'things'))).toEqual(told);
  await next.engine.close();
});

it('keeps the images of one stream apart from those of the stream that follows it', async () => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', streamed);
  await put('a', { n: { N: '1' } });
  const set = (StreamSpecification: object) => ask('UpdateTable', { TableName: 'things', StreamSpecification });
  await set({ StreamEnabled: false });
  await put('a', { n: { N: '2' } });
  await set(streamOf().StreamSpecification);
  await ask('DeleteItem', { TableName: 'things', Key: keyOf('none') });
  await put('b');
  await put('a', { n: { N: '3' } });
  await put('b', { n: { N: '1' } });
  expect(images(await recordsOf(ask, 'things'))).toMatchObject([
    { NewImage: keyOf('b') },
    { NewImage: { ...keyOf('a'), n: { N: '3' } }, OldImage: { ...keyOf('a'), n: { N: '2' } } },
    { NewImage: { ...keyOf('b'), n: { N: '1' } }, OldImage: keyOf('b') },
  ]);
  await engine.close();
});

it('takes a single write along before many batches', async () => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', {
    ...things,
    TableName: 'things',
    ...keysOf('pk', 'sk'),
    ...attributesOf({ pk: 'S', sk: 'S' }),
  });
  const endedWrites: string[] = [];
  const batches = Array.from({ length: 40 }, (_, batch) => {
    const requests = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: keyOf(`${batch}-${i}`) } }));
    return ask('BatchWriteItem', { RequestItems: { things: requests } }).then(() => endedWrites.push('batch'));
  });
  await put('single').then(() => endedWrites.push('single'));
  expect(endedWrites.indexOf('single')).toBeLessThan(8);
  await Promise.all(batches);
  const { Count } = await ask('Scan', { TableName: 'things' });
  expect(Count).toBe(1001);
  await engine.close();
});
