// Slow: it starts processes.
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { attributesOf, engineOf, keyOf, keysOf, recordsOf, streamOf, things } from './engine.ts';

type Change = { eventName: string; dynamodb: Record<string, unknown> & { SequenceNumber: string } };

const folder = temporaryFolder();
const streamed = { ...things, ...streamOf() };
const numbers = (records: Change[]) => records.map(({ dynamodb }) => dynamodb.SequenceNumber);
const from = (ShardIteratorType: string, SequenceNumber?: string) => ({
  ShardIteratorType,
  ...(SequenceNumber && { SequenceNumber }),
});

it('tells of inserts, changes and removals, and not of writes that change nothing', async () => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', streamed);
  await put('a', { n: { N: '1' } });
  await put('a', { n: { N: '1.0' } });
  await put('a', { n: { N: '2' } });
  const Key = keyOf('a');
  await ask('UpdateItem', { TableName: 'things', Key, UpdateExpression: 'REMOVE nothing' });
  await ask('UpdateItem', { TableName: 'things', Key: keyOf('none'), UpdateExpression: 'REMOVE nothing' });
  await ask('DeleteItem', { TableName: 'things', Key });
  await ask('DeleteItem', { TableName: 'things', Key });
  const [first, second] = [1, 2].map((n) => ({ ...Key, n: { N: String(n) } }));
  expect(await recordsOf(ask, 'things')).toMatchObject([
    { eventName: 'INSERT', dynamodb: { Keys: Key, NewImage: first, SequenceNumber: '1' } },
    { eventName: 'MODIFY', dynamodb: { OldImage: first, NewImage: second, SequenceNumber: '2' } },
    { eventName: 'REMOVE', dynamodb: { OldImage: second, SequenceNumber: '3' } },
  ]);
  await engine.close();
});

it.each([
  ['KEYS_ONLY', []],
  ['NEW_IMAGE', ['NewImage']],
  ['OLD_IMAGE', ['OldImage']],
  ['NEW_AND_OLD_IMAGES', ['NewImage', 'OldImage']],
])('shows of a change what its view type says: %s', async (view, images) => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', { ...things, ...streamOf(view) });
  await put('a');
  await put('a', { n: { N: '1' } });
  const [, change] = (await recordsOf(ask, 'things')) as Change[];
  expect(Object.keys(change?.dynamodb ?? {}).filter((name) => name.endsWith('Image'))).toEqual(images);
  expect(change?.dynamodb).toMatchObject({ StreamViewType: view, Keys: keyOf('a') });
  await engine.close();
});

it('begins where an iterator says', async () => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', streamed);
  for (let i = 0; i < 5; i++) await put(`${i}`);
  const at = async (type: string, number?: string) => numbers(await recordsOf(ask, 'things', from(type, number)));
  expect(await at('TRIM_HORIZON')).toEqual(['1', '2', '3', '4', '5']);
  expect(await at('AFTER_SEQUENCE_NUMBER', '3')).toEqual(['4', '5']);
  expect(await at('AT_SEQUENCE_NUMBER', '3')).toEqual(['3', '4', '5']);
  expect(await at('LATEST')).toEqual([]);
  await expect(at('AFTER_SEQUENCE_NUMBER')).rejects.toThrow('Invalid SequenceNumber');
  await expect(at('LATER')).rejects.toThrow('Invalid ShardIteratorType');
  await engine.close();
});

it('numbers on after everything read was trimmed, and over a restart, and continues after a trimmed position', async () => {
  const file = join(folder, 'trimmed.sqlite');
  const first = await engineOf({}, file);
  await first.ask('CreateTable', streamed);
  for (let i = 0; i < 12; i++) await first.put(`${i}`);
  const { streams, tableId } = first.engine;
  expect(streams.trim(tableId('things'), 1000, 0)).toBe(false);
  expect(numbers(await recordsOf(first.ask, 'things'))).toEqual(['12']);
  await first.put('after');
  await first.engine.close();

  const { engine, ask, put } = await engineOf({}, file);
  await put('restarted');
  expect(numbers(await recordsOf(ask, 'things'))).toEqual(['12', '13', '14']);
  expect(numbers(await recordsOf(ask, 'things', from('AFTER_SEQUENCE_NUMBER', '5')))).toEqual(['12', '13', '14']);
  expect(numbers(await recordsOf(ask, 'things', from('AFTER_SEQUENCE_NUMBER', '13')))).toEqual(['14']);
  await engine.close();
});

it('keeps records that are not old, or not read', async () => {
  const { engine, ask, put } = await engineOf();
  await ask('CreateTable', streamed);
  for (let i = 0; i < 4; i++) await put(`${i}`);
  const id = engine.tableId('things');
  engine.streams.trim(id, 3, 3600);
  expect(numbers(await recordsOf(ask, 'things'))).toHaveLength(4);
  engine.streams.trim(id, 3, 0);
  expect(numbers(await recordsOf(ask, 'things'))).toEqual(['3', '4']);
  await engine.close();
});

it('begins on a table that has items already, ends, and is another stream when it begins again', async () => {
  const { engine, ask, put, refused } = await engineOf();
  await ask('CreateTable', things);
  await put('before');
  const { TableDescription } = await ask('UpdateTable', { TableName: 'things', ...streamOf() });
  expect(await refused('UpdateTable', { TableName: 'things', ...streamOf() })).toMatch(/already has an enabled stream/);
  const GlobalSecondaryIndexUpdates = [{ Delete: { IndexName: 'none' } }];
  const ending = { TableName: 'things', StreamSpecification: { StreamEnabled: false } };
  expect(await refused('UpdateTable', { ...ending, GlobalSecondaryIndexUpdates })).toMatch(/Index: none/);
  await put('a');
  expect(await recordsOf(ask, 'things')).toMatchObject([{ dynamodb: { Keys: keyOf('a') } }]);
  await ask('UpdateTable', { TableName: 'things', StreamSpecification: { StreamEnabled: false } });
  await put('unheard');
  const StreamArn = TableDescription.LatestStreamArn;
  const { StreamDescription } = await ask('DescribeStream', { StreamArn });
  expect(StreamDescription).toMatchObject({
    StreamStatus: 'DISABLED',
    Shards: [{ SequenceNumberRange: { StartingSequenceNumber: '1', EndingSequenceNumber: '1' } }],
  });
  const [{ ShardId }] = StreamDescription.Shards;
  const { ShardIterator } = await ask('GetShardIterator', { StreamArn, ShardId, ...from('TRIM_HORIZON') });
  expect(await ask('GetRecords', { ShardIterator })).toEqual({ Records: [expect.anything()] });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await ask('UpdateTable', { TableName: 'things', ...streamOf() });
  await put('b');
  expect(await refused('GetRecords', { ShardIterator })).toMatch(/^ResourceNotFoundException/);
  expect(await recordsOf(ask, 'things')).toMatchObject([{ dynamodb: { Keys: keyOf('b') } }]);
  const { Streams } = await ask('ListStreams', { TableName: 'things' });
  expect(Streams).toEqual([expect.objectContaining({ TableName: 'things' })]);
  expect(Streams[0].StreamArn).not.toBe(StreamArn);
  await engine.close();
});

it('reads what is no longer in memory from the file: the same records in the same order', async () => {
  const { engine, ask } = await engineOf();
  await ask('CreateTable', {
    TableName: 'large',
    ...keysOf('pk'),
    ...attributesOf({ pk: 'S' }),
    ...streamOf(),
  });
  const text = { S: 'x'.repeat(300_000) };
  for (let i = 0; i < 150; i++) await ask('PutItem', { TableName: 'large', Item: { pk: { S: String(i) }, text } });
  const foundNumbers: string[] = [];
  for (let after = '0'; foundNumbers.length < 150; ) {
    const records: Change[] = await recordsOf(ask, 'large', from('AFTER_SEQUENCE_NUMBER', after));
    foundNumbers.push(...numbers(records));
    after = foundNumbers.at(-1) ?? '0';
  }
  expect(foundNumbers).toEqual(Array.from({ length: 150 }, (_, i) => String(i + 1)));
  await engine.close();
});
