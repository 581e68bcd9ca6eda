import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import type { ExportState, TableExports } from '#shared/backup/table-exports.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { newWorld, startApp, type World } from '#test/kit/harness.ts';
import { around, dynamo, emptyWorld, everything, orderBackup, sourceIn, targetOf, taskOf, usedService } from './scene.ts';

/** As DynamoDB documents, an export takes a while, and its files have other names. */
function exportsOf(world: World, { looks = 2, fails = false } = {}) {
  const begun = new Map<string, { arn: string; looks: number; write(): Promise<string> }>();
  const exports: TableExports = {
    async start(tableName, { prefix, token }) {
      expect(token.length).toBeLessThanOrEqual(36);
      const known = begun.get(token);
      if (known) return known.arn;
      const id = `0169${String(begun.size).padStart(10, '0')}-a1b2c3d4`;
      const arn = `arn:aws:dynamodb:us-east-1:123456789012:table/${tableName}/export/${id}`;
      const folder = `${prefix}/AWSDynamoDB/${id}`;
      const write = async () => {
        const { items } = await tableScan(tableName, dynamo())({ segment: 0, segments: 1 }, { start: undefined, limit: 10_000 });
        const put = (key: string, body: string | Buffer) => world.backups.files.set(key, Buffer.from(body));
        const files = [items.slice(0, 7), items.slice(7), []].map((some, i) => {
          const lines = some.map((item) => `${JSON.stringify({ Item: item })}\n`);
          // DynamoDB writes an empty file for an empty partition.
          const body = lines.length > 0 ? gzipSync(lines.join('')) : Buffer.alloc(0);
          const dataFileS3Key = `${folder}/data/${'abc'[i]}wxyz.json.gz`;
          put(dataFileS3Key, body);
          const md5Checksum = createHash('md5').update(body).digest('base64');
          return { itemCount: some.length, md5Checksum, etag: 'x-1', dataFileS3Key };
        });
        const summary = {
          version: '2020-06-30',
          manifestFilesS3Key: `${folder}/manifest-files.json`,
          itemCount: items.length,
          outputFormat: 'DYNAMODB_JSON',
        };
        for (const [name, json] of [
          ['manifest-files', files.map((file) => `${JSON.stringify(file)}\n`).join('')],
          ['manifest-summary', JSON.stringify(summary)],
        ] as const) {
          put(`${folder}/${name}.json`, json);
          put(`${folder}/${name}.md5`, createHash('md5').update(json).digest('base64'));
        }
        return `${folder}/manifest-summary.json`;
      };
      begun.set(token, { arn, looks, write });
      return arn;
    },
    async look(arn): Promise<ExportState> {
      const found = [...begun.values()].find((one) => one.arn === arn);
      if (!found) throw new Error('no such export');
      if (fails) return { state: 'failed', reason: 'S3NoSuchBucket The specified bucket does not exist' };
      return found.looks-- > 0 ? { state: 'running' } : { state: 'completed', manifestKey: await found.write() };
    },
  };
  return { exports, begun };
}

async function scene(options = {}) {
  const world = await newWorld();
  const app = await startApp(world);
  await usedService(app, { sales: 20 });
  const { exports, begun } = exportsOf(world, options);
  world.tableExports = exports;
  return { world, app, begun };
}

describe("a backup by DynamoDB's own export", () => {
  it('an export is started once a table, followed until it is done, and restores the same tables', async () => {
    const { world, app, begun } = await scene();
    const before = await everything(world);
    const taskId = await orderBackup(app);
    const again = [...world.messages];
    await app.work('backup');
    expect(begun.size).toBe(3);
    const task = await taskOf(app, taskId);
    expect(task).toMatchObject({ status: 'completed', progress: { shards: 3, percent: 100 } });
    const manifest = JSON.parse(String(world.backups.files.get(`backups/${task.backup_id}/manifest.json`)));
    expect(manifest).toMatchObject({
      method: 'export',
      tables: [{ name: 'accounts', digest: null }, {}, {}],
    });
    world.messages.push(...again);
    await app.work('backup');
    expect(begun.size).toBe(3);

    const fresh = await emptyWorld(world);
    await restoreBackup(sourceIn(world, task.backup_id ?? ''), targetOf(fresh), around);
    expect(await everything(fresh)).toEqual(before);
  });

  it('an export whose worker died is the same export for the next worker', async () => {
    const { world, app, begun } = await scene();
    const taskId = await orderBackup(app);
    const orders = [...world.messages];
    const dying = await startApp(world, { fault: { at: 3, mode: 'dies_before' } });
    await expect(dying.work('backup')).rejects.toThrow('failed');
    world.messages.push(...orders);
    await app.work('backup');
    expect(begun.size).toBe(3);
    expect(await taskOf(app, taskId)).toMatchObject({ status: 'completed' });
  });

  it('a failed export has its reason, which the channel gets once', async () => {
    const { world, app } = await scene({ fails: true });
    const taskId = await orderBackup(app);
    await app.work('backup');
    expect(await taskOf(app, taskId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('S3NoSuchBucket'),
    });
    await app.settle();
    await app.work('notices');
    expect(world.notices.join()).toContain('has failed');
    expect([...world.backups.files.keys()].filter((key) => key.endsWith('/manifest.json'))).toEqual([]);
  });

  it('a backup is not completed while a manifest does not match its checksum', async () => {
    const { world, app } = await scene({ looks: 0 });
    const { exports } = exportsOf(world, { looks: 0 });
    world.tableExports = {
      ...exports,
      async look(arn) {
        const state = await exports.look(arn);
        if (state.state === 'completed') world.backups.files.set(state.manifestKey, Buffer.from('{"itemCount":0}'));
        return state;
      },
    };
    const taskId = await orderBackup(app);
    await expect(app.work('backup')).rejects.toThrow('failed');
    expect(await taskOf(app, taskId)).toMatchObject({ status: 'running' });
  });
});
