import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { folderOf } from '#shared/backup/rules/backup.ts';
import { tableNames } from '#shared/store/tables.ts';
import { dynoxideBinary, startDynoxide } from '#test/dynoxide/start-dynoxide.ts';
import { engine } from '#test/kit/engine.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { backUp, everything, usedService } from './scene.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adtrail-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("an importer for DynamoDB's exports reads the same items", async () => {
  const world = await newWorld();
  const app = await startApp(world);
  await usedService(app, { sales: 150 });
  const before = await everything(world);
  const id = await backUp(app);

  for (const [key, body] of world.backups.files) {
    const [, name, , rest] = /^backups\/[^/]+\/([^/]+)\/AWSDynamoDB\/([^/]+)\/(.*)$/.exec(key) ?? [];
    if (!key.startsWith(folderOf(id)) || !name || !rest) continue;
    const file = join(folder, 'source', `${world.prefix}${name}`, rest);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  const schema = await Promise.all(tableNames.map((name) => engine('DescribeTable', { TableName: `${world.prefix}${name}` })));
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  mkdirSync(join(folder, 'engine'));
  const output = join(folder, 'engine', 'dynamodb.sqlite');
  const args = ['import', '--source', join(folder, 'source'), '--schema', join(folder, 'schema.json'), '--output', output];
  await run(dynoxideBinary(), args, { env: { PATH: process.env.PATH, HOME: folder } });

  const importer = await startDynoxide(join(folder, 'engine'));
  try {
    const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
    const imported = signedDynamo({ region: 'us-east-1', endpoint: importer.endpoint, credentials });
    expect(await everything(world, imported)).toEqual(before);
  } finally {
    await importer.stop();
  }
});
