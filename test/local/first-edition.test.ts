// Slow: it starts processes.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineCall, engineAt } from '#lib/local/engines/dynamodb-call.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { createTables } from '#lib/local/resources.ts';
import { type Ask, recordsOf } from '#packages/dynamo-sqlite/test/engine.ts';
import { startDynoxide } from '#test/dynoxide/start-dynoxide.ts';
import { temporaryFolder } from './temporary-folder.ts';

const directory = join(temporaryFolder(), 'dynamodb');

const items = Array.from({ length: 60 }, (_, i) => ({
  ...{
    pk: { S: `p${i % 3}` },
    sk: { S: `s${i}` },
    n: { N: `${i}.25` },
    empty: { S: '' },
    none: { NULL: true },
  },
  ...{ list: { L: [{ M: { a: { BOOL: true } } }] }, set: { SS: ['ä', 'b'] }, bytes: { BS: ['AQ=='] } },
  ...(i === 7 && { activeShard: { S: 'ACTIVE#1' }, createdAt: { S: '2026' }, ttl: { N: '99999999999' } }),
}));

async function itemsIn(call: EngineCall, name: string) {
  const { Items } = (await call('Scan', { TableName: name })) as { Items: (typeof items)[number][] };
  return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

it('brings the tables and streams of a data folder of the first edition along, once', async () => {
  const old = await startDynoxide(directory);
  const before = engineAt(old.endpoint);
  const created = await createTables(before);
  for (const Item of items) await before('PutItem', { TableName: 'accounts', Item });
  await before('DeleteItem', { TableName: 'accounts', Key: { pk: { S: 'p0' }, sk: { S: 's0' } } });
  const expected = await itemsIn(before, 'accounts');
  const records = await recordsOf(before as Ask, 'accounts');
  await old.stop();
  writeFileSync(join(directory, 'engine.sqlite.unfinished'), 'not a database');

  for (let start = 0; start < 2; start++) {
    const { call, stop } = await startEmbedded(directory, { sweepSeconds: 0 });
    expect(await createTables(call)).toEqual(created);
    expect(await itemsIn(call, 'accounts')).toEqual(expected);
    const entries = await call('Query', {
      ...{ TableName: 'accounts', IndexName: 'active', KeyConditionExpression: 'activeShard = :a' },
      ExpressionAttributeValues: { ':a': { S: 'ACTIVE#1' } },
    });
    expect(entries).toMatchObject({ Items: [{ sk: { S: 's7' } }] });
    expect(await call('DescribeTimeToLive', { TableName: 'accounts' })).toMatchObject({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    });
    const shown = ({
      eventName,
      dynamodb: { Keys, NewImage, OldImage, SequenceNumber },
    }: (typeof records)[number]) => ({ eventName, Keys, NewImage, OldImage, SequenceNumber });
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
    await stop();
  }
  expect(existsSync(join(directory, 'dynamodb.sqlite'))).toBe(false);
  expect(readdirSync(directory).filter((name) => name.endsWith('.migrated'))).toHaveLength(1);
});
