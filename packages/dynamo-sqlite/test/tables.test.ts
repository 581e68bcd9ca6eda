// Slow: it starts processes.
import { join } from 'node:path';
import { until } from '../../../test/kit/until.ts';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { startEngine } from '../src/index.ts';
import { attributesOf, engineOf, keyOf, keysOf, things } from './engine.ts';

const folder = temporaryFolder();
const b = (text: string) => ({ B: Buffer.from(text, 'latin1').toString('base64') });

it('keeps and sorts keys of every type: numbers by value, bytes as bytes, texts by UTF-8', async () => {
  const { engine, ask } = await engineOf();
  const sorted = async (type: 'S' | 'N' | 'B', keys: string[]) => {
    const TableName = `sorted-${type}`;
    await ask('CreateTable', { TableName, ...keysOf('pk', 'sk'), ...attributesOf({ pk: 'S', sk: type }) });
    for (const key of keys) await ask('PutItem', { TableName, Item: { pk: { S: 'p' }, sk: { [type]: key } } });
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'p' } },
    };
    const { Items } = await ask('Query', query);
    const { Items: reversed } = await ask('Query', { ...query, ScanIndexForward: false });
    expect(reversed).toEqual([...Items].reverse());
    return Items.map(({ sk }: { sk: Record<string, string> }) => sk[type]);
  };
  const numbers = ['-1e30', '-10', '-9.5', '-9', '-1.5', '-1', '-0.01', '0', '1e-5', '0.5', '1', '1.25', '2', '10', '11', '1e30'];
  const sortedNumbers = await sorted('N', [...numbers].sort());
  expect(sortedNumbers.map(Number)).toEqual(numbers.map(Number));
  const texts = ['a', 'a\u0000', 'ab', 'b', 'z', 'ä', '\uffee', '😀', '\u{10ffff}'];
  expect(await sorted('S', [...texts].reverse())).toEqual(texts);
  const bytes = ['\x00', '\x00\x01', '\x01', '\x7f', '\x80', 'ÿ'].map((text) => b(text).B);
  expect(await sorted('B', [...bytes].reverse())).toEqual(bytes);
  await engine.close();
});

it('has tables with a partition key alone, of a number: 1 and 1.0 are one key', async () => {
  const { engine, ask } = await engineOf();
  await ask('CreateTable', { TableName: 'counts', ...keysOf('id'), ...attributesOf({ id: 'N' }) });
  await ask('PutItem', { TableName: 'counts', Item: { id: { N: '1' }, v: b('x') } });
  const { Item } = await ask('GetItem', { TableName: 'counts', Key: { id: { N: '1.0' } } });
  expect(Item).toEqual({ id: { N: '1' }, v: b('x') });
  const KeyConditionExpression = 'id = :id';
  const ExpressionAttributeValues = { ':id': { N: '1e0' } };
  expect((await ask('Query', { TableName: 'counts', KeyConditionExpression, ExpressionAttributeValues })).Count).toBe(1);
  await engine.close();
});

it('stores every type of value and gives it back', async () => {
  const { engine, put, get, ask } = await engineOf();
  await ask('CreateTable', things);
  const values = {
    text: { S: '' },
    number: { N: '-0.5' },
    bytes: b('\x00ÿ'),
    yes: { BOOL: true },
    none: { NULL: true },
    list: { L: [] },
    map: { M: { __proto: { M: {} } } },
    texts: { SS: ['b', 'a'] },
    numbers: { NS: ['2', '1'] },
    blobs: { BS: [b('a').B] },
  };
  await put('x', values);
  expect(await get('x')).toEqual({ ...keyOf('x'), ...values });
  await engine.close();
});

it('reads indexes: by query and by scan, a page at a time, with what each projects', async () => {
  const { engine, ask, refused } = await engineOf();
  const index = (IndexName: string, ProjectionType: string, NonKeyAttributes?: string[]) => ({
    IndexName,
    ...keysOf('g', 'n'),
    Projection: { ProjectionType, ...(NonKeyAttributes && { NonKeyAttributes }) },
  });
  const all = [index('all', 'ALL'), index('keys', 'KEYS_ONLY'), index('some', 'INCLUDE', ['v'])];
  const described = {
    ...things,
    ...attributesOf({ pk: 'S', sk: 'S', g: 'S', n: 'N' }),
    GlobalSecondaryIndexes: all,
  };
  await ask('CreateTable', described);
  const items = Array.from({ length: 10 }, (_, i) => ({
    ...keyOf(`${9 - i}`),
    g: { S: 'g' },
    n: { N: String(i >> 1) },
    v: { N: String(i) },
    w: { S: 'w' },
  }));
  for (const Item of items) await ask('PutItem', { TableName: 'things', Item });
  await ask('PutItem', { TableName: 'things', Item: keyOf('without') });
  expect(await refused('PutItem', { TableName: 'things', Item: { ...keyOf('y'), g: { N: '1' }, n: { N: '1' } } })).toMatch(
    /Type mismatch for Index Key g Expected: S Actual: N/,
  );
  const names = {
    all: ['g', 'n', 'pk', 'sk', 'v', 'w'],
    keys: ['g', 'n', 'pk', 'sk'],
    some: ['g', 'n', 'pk', 'sk', 'v'],
  };
  for (const [IndexName, attributes] of Object.entries(names)) {
    for (const operation of ['Query', 'Scan'] as const) {
      const foundItems: { sk: { S: string }; n: { N: string } }[] = [];
      let ExclusiveStartKey: object | undefined;
      do {
        const page = await ask(operation, {
          TableName: 'things',
          IndexName,
          Limit: 3,
          ...(operation === 'Query' && {
            KeyConditionExpression: 'g = :g AND n >= :n',
            ExpressionAttributeValues: { ':g': { S: 'g' }, ':n': { N: '0' } },
          }),
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        });
        foundItems.push(...page.Items);
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      expect(foundItems.map(({ n, sk }) => `${n.N} ${sk.S}`)).toEqual([
        '0 8',
        '0 9',
        '1 6',
        '1 7',
        '2 4',
        '2 5',
        '3 2',
        '3 3',
        '4 0',
        '4 1',
      ]);
      expect(foundItems.map((item) => Object.keys(item).sort())).toEqual(Array(10).fill(attributes));
    }
  }
  const projected = { TableName: 'things', IndexName: 'keys', ProjectionExpression: 'v' };
  expect(await refused('Scan', projected)).toMatch(/does not project \[v\]/);
  await engine.close();
});

it('adds an index to a table that has items, leaving out those with keys of another type, and removes one', async () => {
  const { engine, ask, put, refused } = await engineOf();
  await ask('CreateTable', things);
  await put('a', { g: { S: '1' } });
  await put('b', { g: { N: '1' } });
  const Create = { IndexName: 'byG', ...keysOf('g'), Projection: { ProjectionType: 'ALL' } };
  const change = (update: object) => ({
    TableName: 'things',
    ...attributesOf({ g: 'S' }),
    GlobalSecondaryIndexUpdates: [update],
  });
  await ask('UpdateTable', change({ Create }));
  expect((await ask('Scan', { TableName: 'things', IndexName: 'byG' })).Items).toEqual([{ ...keyOf('a'), g: { S: '1' } }]);
  await ask('UpdateTable', change({ Delete: { IndexName: 'byG' } }));
  expect(await refused('Scan', { TableName: 'things', IndexName: 'byG' })).toMatch(/does not have the specified index/);
  await engine.close();
});

it('lists, describes and deletes tables, and takes no faulty ones', async () => {
  const { engine, ask, refused, put } = await engineOf();
  for (const TableName of ['ccc', 'aaa', 'bbb']) await ask('CreateTable', { ...things, TableName });
  expect(await ask('ListTables', { Limit: 2 })).toEqual({
    TableNames: ['aaa', 'bbb'],
    LastEvaluatedTableName: 'bbb',
  });
  expect(await ask('ListTables', { ExclusiveStartTableName: 'bbb' })).toEqual({ TableNames: ['ccc'] });
  const { Table } = await ask('DescribeTable', { TableName: 'aaa' });
  expect(Table).toMatchObject({
    ...keysOf('pk', 'sk'),
    AttributeDefinitions: attributesOf({ pk: 'S', sk: 'S' }).AttributeDefinitions,
    TableStatus: 'ACTIVE',
  });
  expect(await refused('CreateTable', { ...things, TableName: 'aaa' })).toMatch(/^ResourceInUseException/);
  expect(await refused('CreateTable', { ...things, TableName: 'a' })).toMatch(/length greater than or equal to 3/);
  expect(await refused('CreateTable', { ...things, ...attributesOf({ pk: 'S', sk: 'S', more: 'S' }) })).toMatch(/exactly match/);
  expect(await refused('CreateTable', { ...things, ...attributesOf({ pk: 'S' }) })).toMatch(/not defined in AttributeDefinitions/);
  await ask('CreateTable', things);
  await put('x');
  await ask('DeleteTable', { TableName: 'things' });
  expect(await refused('DescribeTable', { TableName: 'things' })).toMatch(/^ResourceNotFoundException/);
  await ask('CreateTable', things);
  expect((await ask('Scan', { TableName: 'things' })).Count).toBe(0);
  await engine.close();
});

it('deletes expired items by itself, of every kind of key, also those from before expiry was enabled', async () => {
  const { call, stop } = await startEngine(join(folder, 'ttl.sqlite'), { sweepSeconds: 0.05 });
  const TableName = 'counts';
  await call('CreateTable', { TableName, ...keysOf('id'), ...attributesOf({ id: 'N' }) });
  const now = Math.floor(Date.now() / 1000);
  const put = (id: number, ttl: object) => call('PutItem', { TableName, Item: { id: { N: String(id) }, ends: ttl } });
  await put(1, { N: String(now - 10) });
  const TimeToLiveSpecification = { AttributeName: 'ends', Enabled: true };
  await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  await expect(call('UpdateTimeToLive', { TableName, TimeToLiveSpecification })).rejects.toThrow('already enabled');
  await put(2, { N: String(now - 10) });
  await put(3, { N: String(now + 100) });
  await put(4, { S: String(now - 10) });
  await put(5, { N: String(now - 6 * 365 * 86_400) });
  const remainingIds = async () => ((await call('Scan', { TableName })) as { Items: { id: { N: string } }[] }).Items.map(({ id }) => id.N);
  await until(async () => (await remainingIds()).length === 3);
  expect(await remainingIds()).toEqual(['3', '4', '5']);
  await stop();
});

it('keeps its data over a restart, and creating the tables again changes nothing', async () => {
  const first = await startEngine(join(folder, 'kept.sqlite'), { sweepSeconds: 0 });
  await first.call('CreateTable', things);
  const table = await first.call('DescribeTable', { TableName: 'things' });
  await first.call('PutItem', { TableName: 'things', Item: keyOf('one') });
  await first.stop();
  const second = await startEngine(join(folder, 'kept.sqlite'), { sweepSeconds: 0 });
  await expect(second.call('CreateTable', things)).rejects.toMatchObject({ type: 'ResourceInUseException' });
  expect(await second.call('DescribeTable', { TableName: 'things' })).toEqual(table);
  const answer = await fetch(second.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem' },
    body: JSON.stringify({ TableName: 'things', Key: keyOf('one') }),
  });
  expect(await answer.json()).toEqual({ Item: keyOf('one') });
  await second.stop();
});

it('filters what a scan has read: the page and its limits count all of it', async () => {
  const { engine, ask, refused } = await engineOf();
  const s = (text: string) => ({ S: text });
  await ask('CreateTable', {
    TableName: 'filtered',
    ...keysOf('pk', 'sk'),
    ...attributesOf({ pk: 'S', sk: 'S' }),
  });
  const item = (sk: string, kind?: string) => ({
    pk: s('filtered'),
    sk: s(sk),
    ...(kind && { kind: s(kind) }),
  });
  for (const filteredItem of [item('1', 'a'), item('2', 'b'), item('3', 'a'), item('4')])
    await ask('PutItem', { TableName: 'filtered', Item: filteredItem });
  const filter = {
    FilterExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': s('a') },
  };
  expect(await ask('Scan', { TableName: 'filtered', ...filter })).toEqual({
    Items: [item('1', 'a'), item('3', 'a')],
    Count: 2,
    ScannedCount: 4,
  });
  const page = await ask('Scan', { TableName: 'filtered', Limit: 2, ...filter });
  expect(page).toMatchObject({ Items: [item('1', 'a')], LastEvaluatedKey: { sk: s('2') } });
  expect(await refused('Scan', { TableName: 'filtered', ...filter, FilterExpression: '#kind' })).toMatch(/FilterExpression/);
  await engine.close();
});

it('reads an item as it is, however it was changed since it was read', async () => {
  const { engine, ask, put, get, refused } = await engineOf();
  await ask('CreateTable', things);
  const s = (text: string) => ({ S: text });
  const change = { TableName: 'things', Key: keyOf('a') };
  const ways: Record<string, () => Promise<unknown>> = {
    put: () => put('a', { text: s('put') }),
    updated: () =>
      ask('UpdateItem', {
        ...change,
        UpdateExpression: 'SET #text = :text',
        ExpressionAttributeNames: { '#text': 'text' },
        ExpressionAttributeValues: { ':text': s('updated') },
      }),
    batch: () =>
      ask('BatchWriteItem', {
        RequestItems: { things: [{ PutRequest: { Item: { ...keyOf('a'), text: s('batch') } } }] },
      }),
    transaction: () =>
      ask('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'things', Item: { ...keyOf('a'), text: s('transaction') } } }],
      }),
  };
  const others = Array.from({ length: 5000 }, (_, i) => `other ${i}`);
  await Promise.all(others.map((sk) => put(sk)));
  for (const between of [[], others]) {
    await put('a', { text: s('first') });
    const readBefore = async () => {
      await get('a');
      await Promise.all(between.map(get));
    };
    for (const [text, make] of Object.entries(ways)) {
      await readBefore();
      await make();
      expect((await get('a')).text).toEqual(s(text));
    }
    await readBefore();
    await ask('DeleteItem', change);
    expect(await get('a')).toBeUndefined();
  }
  await put('a');
  await get('a');
  await ask('DeleteTable', { TableName: 'things' });
  expect(await refused('GetItem', change)).toContain('not found');
  await ask('CreateTable', things);
  expect(await get('a')).toBeUndefined();
  await engine.close();
});
