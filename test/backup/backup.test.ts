import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { verifyBackup } from '#lib/ops/restore/verify-backup.ts';
import { BackupManifest, folderOf, inBackup } from '#shared/backup/rules/backup.ts';
import { newWorld, startApp, type World } from '#test/kit/harness.ts';
import { backUp, everything, operator, orderBackup, sourceIn, tableIn, taskOf, usedService } from './scene.ts';

const manifestOf = ({ backups }: World, id: string) =>
  BackupManifest.parse(JSON.parse(String(backups.files.get(`${folderOf(id)}manifest.json`))));

describe('a backup', () => {
  it("a backup holds every item of every table in the form of DynamoDB's own export, with its counts and checksums", async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await usedService(app, { sales: 150 });
    const before = await everything(world);
    const id = await backUp(app);

    const manifest = manifestOf(world, id);
    expect(manifest).toMatchObject({ format: 1, id, method: 'scan', service: { name: 'adtrail' } });
    expect(manifest.tables.map(({ name }) => name)).toEqual(['accounts', 'attribution', 'analysis']);
    for (const { name, exportId, itemCount, files } of manifest.tables) {
      expect(exportId).toMatch(/^\d{14}-[0-9a-f]{8}$/);
      const folder = `${folderOf(id)}${name}/AWSDynamoDB/${exportId}/`;
      const read = (file: string) => String(world.backups.files.get(folder + file));
      const summary = JSON.parse(read('manifest-summary.json'));
      expect(summary).toMatchObject({
        version: '2020-06-30',
        outputFormat: 'DYNAMODB_JSON',
        itemCount,
        exportType: 'FULL_EXPORT',
        manifestFilesS3Key: `${folder}manifest-files.json`,
      });
      for (const file of ['manifest-summary', 'manifest-files'])
        expect(read(`${file}.md5`)).toBe(
          createHash('md5')
            .update(read(`${file}.json`))
            .digest('base64'),
        );
      const listed = read('manifest-files.json')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(listed.map(({ dataFileS3Key }) => dataFileS3Key)).toEqual(files.map(({ key }) => folderOf(id) + key));
      let items = 0;
      for (const { dataFileS3Key, itemCount: said, md5Checksum } of listed) {
        expect(dataFileS3Key).toMatch(new RegExp(`^${folder}data/[0-9a-z]{26}\\.json\\.gz$`));
        const body = world.backups.files.get(dataFileS3Key) as Buffer;
        expect(createHash('md5').update(body).digest('base64')).toBe(md5Checksum);
        const lines = gunzipSync(body).toString().trimEnd().split('\n');
        expect(lines).toHaveLength(said);
        for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(['Item']);
        items += lines.length;
      }
      expect(items).toBe(itemCount);
    }
    const attribution = manifest.tables.find(({ name }) => name === 'attribution');
    expect(attribution?.itemCount).toBe(before.attribution?.length);
    expect(attribution?.files.length).toBeGreaterThan(4);
    await verifyBackup(sourceIn(world, id));
  });

  it('a backup reports its progress and its result', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await usedService(app, { sales: 20 });
    const taskId = await orderBackup(app);
    expect(await taskOf(app, taskId)).toMatchObject({
      status: 'running',
      progress: { done_shards: 0, shards: 12 },
    });
    await app.work('backup');
    const items = Object.values(await everything(world)).flat().length;
    const { counts = {}, ...task } = await taskOf(app, taskId);
    expect(task).toMatchObject({ job: 'backup_database', status: 'completed', progress: { percent: 100 } });
    expect(counts.items).toBeGreaterThanOrEqual(items);
    expect(counts.items).toBe((counts.accounts ?? 0) + (counts.attribution ?? 0) + (counts.analysis ?? 0));
    expect([...world.backups.files.keys()].filter((key) => key.includes('/data/'))).toHaveLength(counts.files ?? 0);
  });

  it('one backup runs at a time, further calls return it, and each is audited', async () => {
    const app = await startApp(await newWorld());
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.operators.backupDatabase({ headers: operator })));
    const ids = answers.map(({ status, body }) => (status === 202 ? body.task_id : status));
    expect(new Set(ids).size).toBe(1);
    const messages = answers.map(({ body }) => 'message' in body && body.message).sort();
    expect(messages.filter((message) => message === 'The backup has begun.')).toHaveLength(1);
    const audit = await app.operators.listAudit({
      query: { action: 'backup_database' },
      headers: operator,
    });
    expect(audit.status === 200 && audit.body.entries.map(({ details }) => details.task_id)).toEqual(ids);
    await app.work('backup');
    expect(await orderBackup(app)).not.toBe(ids[0]);
  });

  it('an abandoned backup blocks no other backup', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const first = await orderBackup(app);
    world.messages.length = 0;
    world.clock.now += 29 * 60_000;
    expect(await orderBackup(app)).toBe(first);
    world.clock.now += 2 * 60_000;
    const second = await orderBackup(app);
    expect(second).not.toBe(first);
    expect(await taskOf(app, first)).toMatchObject({ status: 'failed' });
    await app.work('backup');
    expect(await taskOf(app, second)).toMatchObject({ status: 'completed' });
  });

  it('a task that was restored from its own backup replaces no manifest', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await usedService(app, { sales: 10 });
    const taskId = await orderBackup(app);
    const orders = [...world.messages];
    const asItWas = await taskItem(world, taskId);
    await app.work('backup');
    const { backup_id } = await taskOf(app, taskId);
    const file = `${folderOf(backup_id ?? '')}manifest.json`;
    const manifest = String(world.backups.files.get(file));
    await putBack(world, asItWas);
    world.messages.push(...orders);
    world.clock.now += 60_000;
    await app.work('backup');
    expect(String(world.backups.files.get(file))).toBe(manifest);
    await verifyBackup(sourceIn(world, backup_id ?? ''));
  });

  it('a backup is stored for its days, and then removed with all its files', async () => {
    const world = await newWorld();
    const app = await startApp(world, { env: { BACKUP_RETENTION_DAYS: '3' } });
    const first = await backUp(app);
    world.backups.files.set('backups/notes.txt', Buffer.from('not ours'));
    world.clock.now += 3 * 86_400_000;
    const second = await backUp(app);
    const has = (id: string) => [...world.backups.files.keys()].some((key) => key.includes(id));
    expect([has(first), has(second)]).toEqual([true, true]);
    world.clock.now += 1000;
    const third = await backUp(app);
    expect([has(first), has(second), has(third)]).toEqual([false, true, true]);
    expect(world.backups.files.has('backups/notes.txt')).toBe(true);
  });

  it('at each step of making and removing backups, a backup with a manifest is whole, and an interrupted removal continues', async () => {
    const world = await newWorld();
    const app = await startApp(world, { env: { BACKUP_RETENTION_DAYS: '3' } });
    const { files } = world.backups;
    const broken = new Set<string>();
    const look = () => {
      for (const key of files.keys()) {
        const [, id = ''] = /^backups\/(.*)\/manifest\.json$/.exec(key) ?? [];
        if (id === '') continue;
        const { tables } = manifestOf(world, id);
        const listed = tables.flatMap(({ name, exportId, files: ofTable }) => [
          ...ofTable.map((file) => file.key),
          ...['manifest-summary.json', 'manifest-files.json'].map((file) => `${inBackup.export(name, exportId)}/${file}`),
        ]);
        for (const file of [inBackup.checksum, ...listed]) if (!files.has(folderOf(id) + file)) broken.add(`${id} without ${file}`);
      }
    };
    const put = files.set.bind(files);
    files.set = (key, body) => {
      put(key, body);
      look();
      return files;
    };
    const remove = files.delete.bind(files);
    let removals = 0;
    let maxRemovals = 3;
    files.delete = (key) => {
      if (++removals > maxRemovals) throw new Error('died');
      const isRemoved = remove(key);
      look();
      return isRemoved;
    };
    await usedService(app, { sales: 5 });
    const old = [await backUp(app)];
    world.clock.now += 1000;
    old.push(await backUp(app));
    const isStored = () => old.map((id) => [...files.keys()].some((key) => key.startsWith(folderOf(id))));
    world.clock.now += 4 * 86_400_000;
    await orderBackup(app);
    await expect(app.work('backup')).rejects.toThrow('failed');
    expect([removals > maxRemovals, isStored()]).toEqual([true, [true, true]]);
    maxRemovals = Number.POSITIVE_INFINITY;
    world.clock.now += 61_000;
    await app.work('backup');
    expect(isStored()).toEqual([false, false]);
    expect([...broken]).toEqual([]);
  });

  it('parallel workers that complete a backup write the same manifest', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await usedService(app, { sales: 5 });
    const taskId = await orderBackup(app);
    const { files } = world.backups;
    const set = files.set.bind(files);
    const written: string[] = [];
    files.set = (key, body) => {
      if (!key.endsWith('/manifest.json')) return set(key, body);
      written.push(String(body));
      if (written.length === 1) throw new Error('died');
      return set(key, body);
    };
    await expect(app.work('backup')).rejects.toThrow('failed');
    world.clock.now += 61_000;
    await app.work('backup');
    expect(written.length).toBeGreaterThan(1);
    expect(written[1]).toBe(written[0]);
    const { status, backup_id } = await taskOf(app, taskId);
    expect(status).toBe('completed');
    await verifyBackup(sourceIn(world, backup_id ?? ''));
  });

  it('repeated calls of the schedule make one backup', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const event = { job: 'backup_database', scheduledAt: '2026-11-21T21:00:00Z' };
    const first = await app.runAtNight(event);
    const again = await app.runAtNight(event);
    expect(again.task_id).toBe(first.task_id);
    await app.work('backup');
    expect(await app.runAtNight(event)).toMatchObject({ task_id: first.task_id, status: 'completed' });
    expect([...world.backups.files.keys()].filter((key) => key.endsWith('/manifest.json'))).toHaveLength(1);
  });
});

const taskItem = async (world: World, taskId: string) => tableIn(world, 'accounts').get({ pk: `TASK#${taskId}`, sk: 'TASK' });
const putBack = async (world: World, item: Awaited<ReturnType<typeof taskItem>>) => {
  if (item) await tableIn(world, 'accounts').put(item);
};
