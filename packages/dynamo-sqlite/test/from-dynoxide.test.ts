// Slow: it starts processes.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDynoxide } from '../../../test/dynoxide/start-dynoxide.ts';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { importDynoxide } from '../src/from-dynoxide.ts';
import { openEngine } from '../src/index.ts';
import { type Ask, attributesOf, type EngineCall, engineAt, keysOf, recordsOf, streamOf, things } from './engine.ts';

const directory = join(temporaryFolder(), 'dynamodb');
const file = join(directory, 'engine.sqlite');
const accounts = {
  ...things,
  TableName: 'accounts',
  ...attributesOf({ pk: 'S', sk: 'S', activeShard: 'S', createdAt: 'S' }),
  ...streamOf(),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'active',
      ...keysOf('activeShard', 'createdAt'),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
};

const items = Array.from({ length: 60 }, (_, i) => ({
  pk: { S: `p${i % 3}` },
  sk: { S: `s${i}` },
  n: { N: `${i}.25` },
  empty: { S: '' },
  none: { NULL: true },
  list: { L: [{ M: { a: { BOOL: true } } }] },
  set: { SS: ['ä', 'b'] },
  bytes: { BS: ['AQ=='] },
  ...(i === 7 && { activeShard: { S: 'ACTIVE#1' }, createdAt: { S: '2026' }, ttl: { N: '99999999999' } }),
}));

async function itemsIn(call: EngineCall, name: string) {
  const { Items } = (await call('Scan', { TableName: name })) as { Items: (typeof items)[number][] };
  return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

it('imports the tables and streams of a file of dynoxide, once', async () => {
  const old = await startDynoxide(directory);
  const before = engineAt(old.endpoint);
  for (const table of [accounts, { ...things, TableName: 'analysis' }]) await before('CreateTable', table);
  await before('UpdateTimeToLive', {
    TableName: 'accounts',
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  });
  for (const Item of items) await before('PutItem', { TableName: 'accounts', Item });
  await before('DeleteItem', { TableName: 'accounts', Key: { pk: { S: 'p0' }, sk: { S: 's0' } } });
  const expected = await itemsIn(before, 'accounts');
  const records = await recordsOf(before as Ask, 'accounts');
  await old.stop();
  writeFileSync(join(directory, 'engine.sqlite.unfinished'), 'not a database');

  for (let start = 0; start < 2; start++) {
    await importDynoxide(join(directory, 'dynamodb.sqlite'), file);
    const { call, close } = openEngine(file);
    expect(await call('ListTables', {})).toEqual({ TableNames: ['accounts', 'analysis'] });
    expect(await call('DescribeTable', { TableName: 'accounts' })).toMatchObject({ Table: streamOf() });
    expect(await itemsIn(call, 'accounts')).toEqual(expected);
    const entries = await call('Query', {
      TableName: 'accounts',
      IndexName: 'active',
      KeyConditionExpression: 'activeShard = :a',
      ExpressionAttributeValues: { ':a': { S: 'ACTIVE#1' } },
    });
    expect(entries).toMatchObject({ Items: [{ sk: { S: 's7' } }] });
    expect(await call('DescribeTimeToLive', { TableName: 'accounts' })).toMatchObject({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    });
    const shown = ({ eventName, dynamodb: { Keys, NewImage, OldImage, SequenceNumber } }: (typeof records)[number]) => ({
      eventName,
      Keys,
      NewImage,
      OldImage,
      SequenceNumber,
    });
    const now = await recordsOf(call as Ask, 'accounts');
    expect(now.slice(0, 61).map(shown)).toEqual(records.map(shown));
    await call('PutItem', { TableName: 'accounts', Item: { pk: { S: 'later' }, sk: { S: `${start}` } } });
    const from = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: String(61 + start) };
    expect(await recordsOf(call as Ask, 'accounts', from)).toMatchObject([
      { dynamodb: { SequenceNumber: String(62 + start), Keys: { sk: { S: `${start}` } } } },
    ]);
    await call('DeleteItem', { TableName: 'analysis', Key: { pk: { S: 'x' }, sk: { S: 'x' } } });
    expected.push(
      JSON.stringify([
        ['pk', { S: 'later' }],
        ['sk', { S: `${start}` }],
      ]),
    );
    expected.sort();
    await close();
  }
  expect(existsSync(join(directory, 'dynamodb.sqlite'))).toBe(false);
  expect(readdirSync(directory).filter((name) => name.endsWith('.migrated'))).toHaveLength(1);
});
