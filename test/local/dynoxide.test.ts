import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Dynoxide, startDynoxide } from '#lib/local/engines/dynoxide.ts';
import { createTables } from '#lib/local/resources.ts';
import { runs } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const folder = temporaryFolder();
const engines: Dynoxide[] = [];
const start = async (name: string, options?: { sweepSeconds: number }) => {
  const engine = await startDynoxide(join(folder, name), options);
  engines.push(engine);
  return engine;
};
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));

function clientOf({ endpoint }: Dynoxide) {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const put = (sk: string, more = {}) =>
    client.send(
      new PutItemCommand({ TableName: 'accounts', Item: { pk: { S: 'p' }, sk: { S: sk }, ...more } }),
    );
  const get = async (sk: string) =>
    (await client.send(new GetItemCommand({ TableName: 'accounts', Key: { pk: { S: 'p' }, sk: { S: sk } } })))
      .Item;
  return { put, get };
}

describe('the DynamoDB engine of this machine', () => {
  it('deletes expired items by itself', async () => {
    const engine = await start('ttl', { sweepSeconds: 0.1 });
    await createTables(engine.endpoint);
    const { put, get } = clientOf(engine);
    const ttl = (offset: number) => ({ ttl: { N: String(Math.floor(Date.now() / 1000) + offset) } });
    await put('old', ttl(-10));
    await put('new', ttl(+100));
    await until(async () => !(await get('old')));
    expect(await get('new')).toBeDefined();
  });

  it('numbers the records of a stream on after the read ones were trimmed', async () => {
    const engine = await start('trim', { sweepSeconds: 0 });
    await createTables(engine.endpoint);
    const { put } = clientOf(engine);
    for (let i = 0; i < 12; i++) await put(`${i}`);
    expect(engine.streamRecords.newest('accounts')).toBe(12);
    engine.streamRecords.trim('accounts', 12, 0);
    await put('after');
    expect(engine.streamRecords.newest('accounts')).toBe(13);
    expect(recordsIn(join(folder, 'trim', 'dynamodb.sqlite'))).toEqual(['12', '13']);
  });

  it('keeps its data over a restart, and creating the tables again changes nothing', async () => {
    const first = await start('kept', { sweepSeconds: 0 });
    const tables = await createTables(first.endpoint);
    await clientOf(first).put('one');
    await first.stop();
    const second = await start('kept', { sweepSeconds: 0 });
    expect(await createTables(second.endpoint)).toEqual(tables);
    expect(await clientOf(second).get('one')).toBeDefined();
  });

  it('ends an engine that a killed host has left on the same file, and no other program', async () => {
    const first = await start('left', { sweepSeconds: 0 });
    const second = await start('left', { sweepSeconds: 0 });
    expect(await first.died).toMatch(
      /^The DynamoDB engine \(process \d+\) has ended by itself \(SIGKILL\); start again\.$/,
    );
    expect(runs(second.pid)).toBe(true);
    await second.stop();

    const bystander = spawn('sleep', ['20']);
    writeFileSync(join(folder, 'left', 'engine.pid'), String(bystander.pid));
    await start('left', { sweepSeconds: 0 });
    expect(runs(bystander.pid ?? 0)).toBe(true);
    bystander.kill();
    await once(bystander, 'exit');
  });
});

/** The sequence numbers that the engine has stored. By require: Jest knows no `node:sqlite` to import. */
function recordsIn(file: string): unknown[] {
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT sequence_number FROM _stream_records ORDER BY id').all();
  database.close();
  return rows.map((row) => row.sequence_number);
}
