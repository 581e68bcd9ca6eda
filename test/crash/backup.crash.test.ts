// Slow: it fails every call in turn.
import { verifyBackup } from '#lib/ops/restore/verify-backup.ts';
import type { BackupParameters } from '#shared/backup/order-backup.ts';
import { backupIdOf } from '#shared/backup/rules/backup.ts';
import { durableTableNames } from '#shared/store/tables.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { sha256 } from '#shared/values/ids.ts';
import { everything, operator, sourceIn, tableIn, taskOf } from '#test/backup/scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

async function expectWhole(app: TestApp, taskId: string) {
  const task = await taskOf(app, taskId);
  expect(task.status).toBe('completed');
  const { files } = app.world.backups;
  expect([...files.keys()].filter((key) => key.endsWith('/manifest.json'))).toHaveLength(1);
  const { manifest } = await verifyBackup(sourceIn(app.world, task.backup_id ?? ''));
  const items = await everything(app.world);
  for (const { name, itemCount } of manifest.tables)
    expect(itemCount).toBeGreaterThanOrEqual(items[name as (typeof durableTableNames)[number]].length);
  expect(task.counts?.items).toBe(manifest.tables.reduce((sum, { itemCount }) => sum + itemCount, 0));
  // A reader would take an unlisted file for part of the backup.
  const listed = manifest.tables.flatMap((table) => table.files).length;
  expect([...files.keys()].filter((key) => key.includes('/data/'))).toHaveLength(listed);
}

async function ordered(app: TestApp): Promise<string> {
  const { world } = app;
  for (const name of durableTableNames)
    await tableIn(world, name).putMany(Array.from({ length: 5 }, (_, i) => ({ pk: `P#${i}`, sk: 'S' })));
  world.backupSizes = { pageItems: 4, sliceBytes: 1 };
  const id = 'task_backup';
  const createdAt = new Date(world.clock.now).toISOString();
  const parameters: BackupParameters = {
    backupId: backupIdOf(world.clock.now, sha256(id)),
    method: 'scan',
    segments: 1,
  };
  await tasksIn(tableIn(world, 'accounts'), { now: () => world.clock.now }).create({
    id,
    job: 'backup_database',
    status: 'running',
    parameters,
    shards: durableTableNames.length,
    counts: {},
    failures: [],
    error: null,
    createdAt,
    updatedAt: createdAt,
  });
  for (let shard = 0; shard < durableTableNames.length; shard++)
    world.messages.push({ queue: 'backup', message: { task_id: id, shard }, delaySeconds: 0 });
  return id;
}

describe('a backup', () => {
  it('a crash while ordering a backup, and a retry, make one backup', async () => {
    await crashTest({
      prepare: async (app) => {
        await newUser(app);
        app.world.backupSizes = { pageItems: 1000, sliceBytes: 1_000_000 };
      },
      operation: (app) => app.operators.backupDatabase({ headers: operator }),
      // The eighth call sends the first part's message.
      callsTried: 8,
      async check(app, _, answer) {
        if (answer.status !== 202) throw new Error(`status ${answer.status}`);
        await app.work('backup');
        await expectWhole(app, answer.body.task_id);
      },
    });
  });

  it('a crash of the worker and a repeat of its messages make a whole backup with its counts', async () => {
    const calls = await crashTest({
      prepare: ordered,
      operation: (app) => app.work('backup'),
      check: (app, taskId) => expectWhole(app, taskId),
    });
    expect(calls.filter(({ operation }) => operation === 'Scan').length).toBeGreaterThan(3);
  });
});
