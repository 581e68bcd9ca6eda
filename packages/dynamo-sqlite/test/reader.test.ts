// Slow: it starts processes.
import { fdatasync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../test/kit/until.ts';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { openEngine } from '../src/engine.ts';
import type { EngineSettings } from '../src/engine-settings.ts';
import { openReader, type Writer } from '../src/reader.ts';
import { sharedState } from '../src/shared-state.ts';
import type { Sync } from '../src/syncer.ts';
import { type Ask, attributesOf, keyOf, keysOf, recordsOf, streamOf, things } from './engine.ts';
import { randomOperations, tablesNamed } from './random-operations.ts';

// `host.test.ts` covers the threads themselves.
const folder = temporaryFolder();
const streamed = { ...things, ...streamOf() };
let files = 0;

function readerOf({ hasSubscriber, sync }: Pick<EngineSettings, 'hasSubscriber' | 'sync'> = {}, file = join(folder, `${files++}.sqlite`)) {
  const shared = sharedState();
  const engine = openEngine(file, { hasSubscriber, sync, shared });
  engine.streams.news.on('news', shared.news);
  const sentRequests: string[] = [];
  const writer: Writer = {
    call(operation, input) {
      sentRequests.push(operation);
      return engine.call(operation, input);
    },
    writeRows(rows) {
      sentRequests.push('rows');
      return engine.writeRows(rows);
    },
  };
  const reader = openReader(file, sharedState(shared.buffer), { hasSubscriber, writer });
  const close = async () => {
    reader.close();
    await engine.close();
  };
  return { engine, reader, shared, sent: sentRequests, ask: reader.call as Ask, close };
}

const hasSubscriber: EngineSettings['hasSubscriber'] = (_, before, after) => Boolean(before?.heard ?? after?.heard);
const putAll = (...items: object[]) => ({
  RequestItems: { things: items.map((Item) => ({ PutRequest: { Item } })) },
});

async function answerOf(ask: Ask, operation: string, input: object): Promise<unknown> {
  try {
    return await ask(operation, input);
  } catch (error) {
    const { type, message, item, reasons } = error as Record<string, unknown>;
    return { type, message, item, reasons };
  }
}

it('answers as an engine of its own does, in 1,500 random operations, and tells the same changes', async () => {
  for (const seed of [1, 2, 3]) {
    const alone = openEngine(':memory:');
    const { ask, close } = readerOf();
    const tables = tablesNamed('diff');
    for (const table of tables) for (const send of [alone.call as Ask, ask]) await send('CreateTable', table);
    const next = randomOperations('diff', seed);
    for (let count = 0; count < 500; count++) {
      const { operation, input } = next();
      const text = JSON.stringify(input);
      const [expected, actual] = await Promise.all([alone.call as Ask, ask].map((send) => answerOf(send, operation, JSON.parse(text))));
      expect({ operation, input, answer: actual }).toEqual({ operation, input, answer: expected });
    }
    for (const { TableName } of tables) {
      const [expected, actual] = await Promise.all([alone.call as Ask, ask].map((send) => recordsOf(send, TableName)));
      const changes = (records: { dynamodb: object }[]) =>
        records.map(({ dynamodb, ...record }) => ({
          ...record,
          eventID: 0,
          dynamodb: { ...JSON.parse(JSON.stringify(dynamodb)), ApproximateCreationDateTime: 0 },
        }));
      expect(changes(actual)).toEqual(changes(expected));
    }
    await Promise.all([alone.close(), close()]);
  }
});

it('answers nothing and shows no record before it is on the disk', async () => {
  let finish: (() => void) | undefined;
  let isHeld = false;
  const sync: Sync = (file, done) => {
    if (isHeld) finish = () => fdatasync(file, done);
    else fdatasync(file, done);
  };
  const { ask, close } = readerOf({ sync });
  await ask('CreateTable', streamed);
  isHeld = true;
  let answered = 0;
  const count = <T>(answer: T) => {
    answered++;
    return answer;
  };
  const writing = ask('PutItem', { TableName: 'things', Item: keyOf('a') }).then(count);
  await until(() => finish !== undefined);
  const reading = ask('GetItem', { TableName: 'things', Key: keyOf('a'), ConsistentRead: true }).then(count);
  const missing = ask('PutItem', { TableName: 'nothing', Item: keyOf('a') }).catch(count);
  await delay(50);
  expect(answered).toBe(0);
  isHeld = false;
  finish?.();
  await writing;
  expect((await reading).Item).toEqual(keyOf('a'));
  await missing;
  expect(await recordsOf(ask, 'things')).toHaveLength(1);
  await close();
});

it('reads a stream from where its writer says, who alone knows what is on the disk', async () => {
  const file = join(folder, 'again.sqlite');
  const before = readerOf({}, file);
  await before.ask('CreateTable', streamed);
  await before.ask('PutItem', { TableName: 'things', Item: keyOf('a') });
  await before.close();
  const { engine, reader, ask, close } = readerOf({}, file);
  expect(reader.newestOf('things')).toBe(0);
  expect(engine.streams.newestOf(engine.tableId('things'))).toBe(1);
  expect(reader.newestOf('things')).toBe(1);
  expect(await recordsOf(ask, 'things')).toHaveLength(1);
  await close();
});

it('sends items that nobody hears of as rows, and all others as they are', async () => {
  const { ask, sent: sentRequests, close } = readerOf({ hasSubscriber });
  await ask('CreateTable', streamed);
  const indexed = {
    ...streamed,
    TableName: 'indexed',
    ...attributesOf({ pk: 'S', sk: 'S', at: 'S' }),
    GlobalSecondaryIndexes: [{ IndexName: 'by-at', ...keysOf('at'), Projection: { ProjectionType: 'ALL' } }],
  };
  await ask('CreateTable', indexed);
  sentRequests.length = 0;
  const items = ['a', 'b'].map((sk) => ({ ...keyOf(sk), text: { S: 'one' }, ttl: { N: '7' } }));
  await ask('BatchWriteItem', putAll(...items));
  await ask('BatchWriteItem', putAll({ ...items[0], text: { S: 'two' } }));
  expect(sentRequests).toEqual(['rows', 'rows']);
  const { Items } = await ask('Scan', { TableName: 'things' });
  expect(Items).toEqual([{ ...items[0], text: { S: 'two' } }, items[1]]);

  await ask('BatchWriteItem', putAll({ ...keyOf('c'), heard: { BOOL: true } }, keyOf('d')));
  await ask('BatchWriteItem', { RequestItems: { things: [{ DeleteRequest: { Key: keyOf('b') } }] } });
  await ask('BatchWriteItem', { ...putAll(keyOf('e')), ReturnConsumedCapacity: 'TOTAL' });
  const inIndex = [{ PutRequest: { Item: { ...keyOf('a'), at: { S: 'now' } } } }];
  await ask('BatchWriteItem', { RequestItems: { indexed: inIndex } });
  await ask('BatchWriteItem', {
    RequestItems: { indexed: inIndex, things: [{ PutRequest: { Item: keyOf('f') } }] },
  });
  expect(sentRequests.slice(2)).toEqual(Array(5).fill('BatchWriteItem'));
  expect((await ask('Scan', { TableName: 'indexed', IndexName: 'by-at' })).Count).toBe(1);
  expect(await recordsOf(ask, 'things')).toHaveLength(1);

  await ask('BatchWriteItem', putAll(keyOf('c')));
  expect(sentRequests.at(-1)).toBe('rows');
  expect((await recordsOf(ask, 'things')).map(({ eventName }: { eventName: string }) => eventName)).toEqual(['INSERT', 'MODIFY']);
  await expect(ask('BatchWriteItem', putAll(keyOf('a'), keyOf('a')))).rejects.toThrow('duplicates');
  await expect(ask('BatchWriteItem', putAll({ pk: { S: 'p' } }))).rejects.toThrow('Missing the key sk');
  await close();
});

it('knows tables that are made, changed and removed later', async () => {
  const { ask, engine, close } = readerOf();
  await engine.call('CreateTable', streamed);
  await ask('PutItem', { TableName: 'things', Item: keyOf('a') });
  expect(await recordsOf(ask, 'things')).toHaveLength(1);
  await engine.call('DeleteTable', { TableName: 'things' });
  await expect(ask('GetItem', { TableName: 'things', Key: keyOf('a') })).rejects.toThrow('not found');
  await engine.call('CreateTable', streamed);
  expect(await recordsOf(ask, 'things')).toEqual([]);
  await close();
});

it('begins nothing while the log is being emptied', async () => {
  const { ask, shared, close } = readerOf();
  await ask('CreateTable', streamed);
  shared.hold(true);
  let isAnswered = false;
  const reading = ask('GetItem', { TableName: 'things', Key: keyOf('a') }).then(() => (isAnswered = true));
  await delay(50);
  expect(isAnswered).toBe(false);
  shared.hold(false);
  await reading;
  await close();
});

it('hears of news, also of what comes in the pause after some', async () => {
  const { ask, shared, close } = readerOf();
  await ask('CreateTable', streamed);
  let heard = 0;
  void shared.followNews(() => heard++, 200);
  await ask('PutItem', { TableName: 'things', Item: keyOf('a') });
  await until(() => heard === 1);
  await ask('PutItem', { TableName: 'things', Item: keyOf('b') });
  await until(() => heard === 2, 5);
  await close();
});
