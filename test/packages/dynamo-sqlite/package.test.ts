// Slow: it starts processes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '#lib/tools/packages.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { blocksOf, packed, project, run, runProgram } from '../install.ts';

const base = temporaryFolder();
const readme = readFileSync('packages/dynamo-sqlite/README.md', 'utf8');
const manifest = JSON.parse(readFileSync('packages/dynamo-sqlite/package.json', 'utf8'));
const entries = Object.keys(packages['dynamo-sqlite'].entries).filter((name) => name !== 'checkpoint-worker');
let pack: Awaited<ReturnType<typeof packed>>;
let folder: string;

beforeAll(async () => {
  pack = await packed('dynamo-sqlite', base);
  folder = await project(base, [pack.file], ['@aws-sdk/client-dynamodb', '@types/node']);
});

it('the package exports its entries, depends on nothing and contains nothing else of the repository', () => {
  expect(Object.keys(manifest.exports)).toEqual(entries.map((name) => (name === 'index' ? '.' : `./${name}`)).concat('./package.json'));
  for (const target of Object.values<{ default: string; types: string }>(manifest.exports))
    if (typeof target !== 'string') {
      expect(pack.files).toContain(target.default.slice(2));
      expect(pack.files).toContain(target.types.slice(2));
    }
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) expect(manifest).not.toHaveProperty(kind);
  expect(pack.files.filter((file) => !/^dist\/[\w-]+\.(?:js|d\.ts)$/.test(file))).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  expect(readFileSync('packages/dynamo-sqlite/CHANGELOG.md', 'utf8')).toContain(`\n## ${manifest.version}\n`);
});

it('the code of its README runs outside the repository, in ten lines, and finds its data again', async () => {
  const [{ code = '' } = {}] = blocksOf(readme).filter(({ language }) => language === 'js');
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10);
  writeFileSync(join(folder, 'example.mjs'), code);
  for (const visits of ['1', '2']) {
    const { code: exit, stdout, stderr } = await runProgram(process.execPath, ['example.mjs'], { cwd: folder });
    expect(stderr).toBe('');
    expect([exit, stdout]).toEqual([0, `{ pk: { S: 'home' }, visits: { N: '${visits}' } }\n`]);
  }
  expect(existsSync(join(folder, 'site.sqlite'))).toBe(true);
});

it('the packed engine serves AWS’s client and readers in other threads, and its log is emptied', async () => {
  writeFileSync(
    join(folder, 'client.mjs'),
    `import { statSync } from 'node:fs';
import { CreateTableCommand, DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { startEngine } from '@adtrail/dynamo-sqlite';
import { openReader, sharedState } from '@adtrail/dynamo-sqlite/threads';
const engine = await startEngine('client.sqlite');
const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
await client.send(new CreateTableCommand({
  TableName: 'notes', BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
}));
const text = { S: 'x'.repeat(2000) };
for (let round = 0; round < 80; round++)
  await Promise.all(Array.from({ length: 250 }, (_, at) => engine.call('PutItem', { TableName: 'notes', Item: { pk: { S: round + '-' + at }, text } })));
await client.send(new PutItemCommand({ TableName: 'notes', Item: { pk: { S: 'last' } } }));
const query = { TableName: 'notes', KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': { S: 'last' } } };
const { Items } = await client.send(new QueryCommand(query));
const reader = openReader(engine.forReaders.file, sharedState(engine.forReaders.buffer), { writer: engine });
console.log(Items.length, (await reader.call('Query', query)).Count, statSync('client.sqlite').size > 10_000_000);
reader.close();
client.destroy();
await engine.stop();
`,
  );
  const { code, stdout, stderr } = await runProgram(process.execPath, ['client.mjs'], { cwd: folder });
  expect(stderr).toBe('');
  expect([code, stdout]).toEqual([0, '1 1 true\n']);
});

it('the package has types for its callers', async () => {
  writeFileSync(
    join(folder, 'typed.mts'),
    `import { DynamoError, type Item, openEngine } from '@adtrail/dynamo-sqlite';
import { importDynoxide } from '@adtrail/dynamo-sqlite/from-dynoxide';
import { sharedState } from '@adtrail/dynamo-sqlite/threads';
const item: Item = { pk: { S: 'a' } };
const engine = openEngine(':memory:', { checkpointRows: 5 });
const answer: object = await engine.call('PutItem', { TableName: 'things', Item: item }).catch((error: unknown) => {
  if (error instanceof DynamoError) error.type.length; return {}; });
// @ts-expect-error: a value has a type
const wrong: Item = { pk: 'a' };
void importDynoxide('a', 'b'); sharedState(); void [answer, wrong];
`,
  );
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--types', 'node'];
  const tsc = join(process.cwd(), 'node_modules', '.bin', 'tsc');
  const lib = ['--target', 'es2024', '--lib', 'esnext'];
  const answer = await run(tsc, [...flags, ...lib, 'typed.mts'], { cwd: folder }).catch((error) => error);
  expect(answer.stdout).toBe('');
});
