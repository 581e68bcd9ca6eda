// Slow: it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, fdatasync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../test/kit/until.ts';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import type { Sync } from '../src/syncer.ts';
import { engineOf, keyOf, recordsOf, streamOf, things } from './engine.ts';

const folder = temporaryFolder();
const streamed = { ...things, ...streamOf() };

it('loses no acknowledged write to kill -9, and no record of one, checkpoints or not', async () => {
  const file = join(folder, 'killed.sqlite');
  const acknowledged: string[] = [];
  for (let run = 0; run < 3; run++) {
    const writer = spawn(process.execPath, ['packages/dynamo-sqlite/test/write-until-killed.ts', file, String(run)], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    writer.stdout.on('data', (chunk) => (output += chunk));
    await until(() => output.length > 100, 20);
    await delay(700 * (run + 1));
    writer.kill('SIGKILL');
    await once(writer, 'close');
    acknowledged.push(...output.split('\n').slice(0, -1));
  }
  const { engine, ask, get } = await engineOf({}, file);
  for (const sk of acknowledged) if (!(await get(sk))) throw new Error(`${sk} is lost.`);
  const inserted = new Set<string>();
  for (let after = '0'; ; ) {
    const from = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const records = await recordsOf(ask, 'things', from);
    for (const { dynamodb } of records) inserted.add(dynamodb.Keys.sk.S);
    if (records.length === 0) break;
    after = records.at(-1).dynamodb.SequenceNumber;
  }
  expect(acknowledged.filter((sk) => !inserted.has(sk))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(100);
  await engine.close();
});

it('answers and publishes nothing before it is on the disk', async () => {
  let finish: (() => void) | undefined;
  let isHeld = false;
  const sync: Sync = (file, done) => {
    if (isHeld) finish = () => fdatasync(file, done);
    else fdatasync(file, done);
  };
  const { engine, ask, put, get } = await engineOf({ sync }, join(folder, 'held.sqlite'));
  await ask('CreateTable', streamed);
  isHeld = true;
  let answered = 0;
  const writing = put('a').then(() => answered++);
  await until(() => finish !== undefined);
  const reading = get('a').then((item) => {
    answered++;
    return item;
  });
  await delay(50);
  expect(answered).toBe(0);
  expect(engine.streams.newestOf(engine.tableId('things'))).toBe(0);
  isHeld = false;
  finish?.();
  await writing;
  expect(await reading).toEqual(keyOf('a'));
  expect(await recordsOf(ask, 'things')).toHaveLength(1);
  await engine.close();
});

it('holds up reads of what has changed only, and all of them until the log that was found is on the disk', async () => {
  const finishes: (() => void)[] = [];
  const sync: Sync = (file, done) => void finishes.push(() => fdatasync(file, done));
  const file = join(folder, 'partitions.sqlite');
  const first = await engineOf({}, file);
  await first.ask('CreateTable', streamed);
  await first.ask('PutItem', { TableName: 'things', Item: keyOf('a', 'q') });
  await first.engine.close();

  const { engine, ask } = await engineOf({ sync }, file);
  const answered: string[] = [];
  const noteAnswer = (name: string, operation: string, input: object) => ask(operation, input).then(() => answered.push(name));
  const TableName = 'things';
  const byKey = (pk: string) => ({ TableName, Key: keyOf('a', pk) });
  const ofPartition = (pk: string) => ({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: pk } },
  });
  const many = (...pks: string[]) => ({
    RequestItems: { things: { Keys: pks.map((pk) => keyOf('a', pk)) } },
  });
  const reads = [noteAnswer('at the start', 'GetItem', byKey('q'))];
  await delay(30);
  expect(answered).toEqual([]);
  await until(() => finishes.length === 1);
  finishes.shift()?.();
  await Promise.all(reads.splice(0));

  const writing = noteAnswer('write', 'PutItem', { TableName, Item: keyOf('a') });
  await until(() => finishes.length === 1);
  const waiting = [
    noteAnswer('item', 'GetItem', byKey('p')),
    noteAnswer('partition', 'Query', ofPartition('p')),
    noteAnswer('items', 'BatchGetItem', many('q', 'p')),
    noteAnswer('table', 'Scan', { TableName }),
  ];
  answered.length = 0;
  await noteAnswer('other item', 'GetItem', byKey('q'));
  await noteAnswer('other partition', 'Query', ofPartition('q'));
  await noteAnswer('other items', 'BatchGetItem', many('q', 'r'));
  await delay(30);
  expect(answered).toEqual(['other item', 'other partition', 'other items']);
  finishes.shift()?.();
  await Promise.all([writing, ...waiting]);
  await noteAnswer('item', 'GetItem', byKey('p'));
  await engine.close();
});

it('syncs nothing for a refused write, which waits only for the sync of what it saw', async () => {
  const finishes: (() => void)[] = [];
  let syncs = 0;
  let isHeld = false;
  const sync: Sync = (file, done) => {
    syncs++;
    if (isHeld) finishes.push(() => fdatasync(file, done));
    else fdatasync(file, done);
  };
  const { engine, ask, put } = await engineOf({ sync }, join(folder, 'refused.sqlite'));
  await ask('CreateTable', streamed);
  await put('a');
  const answered: string[] = [];
  const putNew = (sk: string) =>
    ask('PutItem', {
      TableName: 'things',
      Item: keyOf(sk),
      ConditionExpression: 'attribute_not_exists(pk)',
    }).then(
      () => answered.push(`${sk} is new`),
      ({ type }) => answered.push(`${sk}: ${type}`),
    );
  const before = syncs;
  await putNew('a');
  expect(syncs).toBe(before);
  expect(answered.splice(0)).toEqual(['a: ConditionalCheckFailedException']);
  isHeld = true;
  const writing = [putNew('a'), putNew('b'), putNew('b')];
  await until(() => finishes.length === 1);
  await delay(30);
  expect(answered).toEqual(['a: ConditionalCheckFailedException']);
  finishes.shift()?.();
  await Promise.all(writing);
  expect(answered.slice(1)).toEqual(['b is new', 'b: ConditionalCheckFailedException']);
  await engine.close();
});

it('brings its log into the file while writes continue, so that neither log nor memory grows without an end', async () => {
  const file = join(folder, 'long.sqlite');
  const { engine, ask, put, get } = await engineOf({ checkpointRows: 500 }, file);
  await ask('CreateTable', streamed);
  const text = { S: 'x'.repeat(3000) };
  for (let round = 0; round < 60; round++) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => put(`${round}-${i}`, { text })));
    engine.streams.trim(engine.tableId('things'), round * 100, 0);
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(60_000_000);
  expect(await get('59-99')).toEqual({ ...keyOf('59-99'), text });
  await engine.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

it('refuses everything after a failed sync, and says so once; what was acknowledged is there afterwards', async () => {
  const failures: string[] = [];
  let broken: Error | null = null;
  const sync: Sync = (file, done) => (broken ? setImmediate(done, broken) : fdatasync(file, done));
  const file = join(folder, 'failing.sqlite');
  const { engine, ask, put, refused } = await engineOf({ sync, failed: ({ message }) => failures.push(message) }, file);
  await ask('CreateTable', streamed);
  await put('before');
  broken = new Error('EIO: i/o error, fdatasync');
  const writes = ['a', 'b'].map((sk) => refused('PutItem', { TableName: 'things', Item: keyOf(sk) }));
  expect(await Promise.all(writes)).toEqual(Array(2).fill('EIO: i/o error, fdatasync'));
  broken = null;
  for (const operation of ['PutItem', 'GetItem'])
    expect(
      await refused(operation, {
        TableName: 'things',
        ...(operation === 'PutItem' ? { Item: keyOf('c') } : { Key: keyOf('c') }),
      }),
    ).toBe('EIO: i/o error, fdatasync');
  expect(failures).toEqual(['EIO: i/o error, fdatasync']);
  await engine.close();
  const next = await engineOf({}, file);
  expect(await next.get('before')).toEqual(keyOf('before'));
  await next.engine.close();
});

it('undoes a turn in which a request fails half-way, and no turn for one that fails before it writes', async () => {
  const hasSubscriber = (_: unknown, __: unknown, after: object | undefined) => {
    if (after && 'bad' in after) throw new Error('It cannot be written.');
    return true;
  };
  const { engine, ask, put, get } = await engineOf({ hasSubscriber });
  await ask('CreateTable', streamed);
  const bad = { S: 'x' };
  const step = (sk: string, more = {}) => ({ Put: { TableName: 'things', Item: { ...keyOf(sk), ...more } } });
  const statuses = async (...calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({ status }) => status);
  const halfWay = ask('TransactWriteItems', { TransactItems: [step('b'), step('c', { bad })] });
  expect(await statuses(put('a'), halfWay, put('d'))).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(get))).toEqual(Array(4).fill(undefined));
  expect(await statuses(put('a'), put('b', { bad }), put('c'))).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const records: { dynamodb: { SequenceNumber: string } }[] = await recordsOf(ask, 'things');
  expect(records.map(({ dynamodb }) => dynamodb.SequenceNumber)).toEqual(['1', '2']);
  await engine.close();
});
