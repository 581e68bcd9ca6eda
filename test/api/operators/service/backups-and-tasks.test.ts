import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const backups = async () => {
  const { status, body } = await app.operators.listBackups({ query: {}, headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const tasks = async () => {
  const { status, body } = await app.operators.listTasks({ headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.tasks;
};

describe('the list of backups', () => {
  it('the list of backups has each completed backup with its items and its verification, and marks damaged backups', async () => {
    expect(await backups()).toEqual({ backups: [], last_verified_at: null });
    await newUser(app);
    const begun = await app.operators.backupDatabase({ headers });
    if (begun.status !== 202) throw new Error(JSON.stringify(begun.body));
    expect((await backups()).backups).toEqual([]);
    await app.work('backup');
    const { body: task } = await app.operators.readTask({
      params: { task_id: begun.body.task_id },
      headers,
    });
    if (!('backup_id' in task)) throw new Error(JSON.stringify(task));
    const { backups: listed } = await backups();
    expect(listed).toEqual([expect.objectContaining({ backup_id: task.backup_id, is_damaged: false, verified_at: null })]);
    const items = listed[0]?.tables.reduce((sum, table) => sum + table.items, 0);
    expect(items).toBe(task.counts?.items);

    const { files } = app.world.backups;
    const folder = `backups/${task.backup_id}/`;
    files.set(`${folder}verified.txt`, Buffer.from('2026-11-22T08:00:00.000Z'));
    expect(await backups()).toMatchObject({ last_verified_at: '2026-11-22T08:00:00.000Z' });
    app.world.clock.now += 86_400_000;
    await app.operators.backupDatabase({ headers });
    await app.work('backup');
    const [newest] = (await backups()).backups;
    files.set(`backups/${newest?.backup_id}/verified.txt`, Buffer.from('2026-11-23T08:00:00.000Z'));
    expect(await backups()).toMatchObject({ last_verified_at: '2026-11-23T08:00:00.000Z' });
    files.delete(`backups/${newest?.backup_id}/verified.txt`);
    expect(await backups()).toMatchObject({ last_verified_at: '2026-11-22T08:00:00.000Z' });
    files.set(`${folder}manifest.json`, Buffer.from('{}'));
    expect((await backups()).backups[1]).toMatchObject({ is_damaged: true, tables: [] });
  });
});

describe('the list of tasks', () => {
  it('the list of tasks has the latest run of each job, and runs of operators, newest first', async () => {
    expect(await tasks()).toEqual([]);
    const grants = await app.operators.grantDailyCredits({ body: { dry_run: true }, headers });
    if (grants.status !== 200) throw new Error(JSON.stringify(grants.body));
    app.world.clock.now += 1000;
    const prune = await app.operators.pruneOldRows({ headers });
    if (prune.status !== 202) throw new Error(JSON.stringify(prune.body));
    expect((await tasks()).map(({ task_id, is_over }) => [task_id, is_over])).toEqual([
      [prune.body.task_id, false],
      [grants.body.task_id, true],
    ]);
    await app.work('prune');
    expect((await tasks())[0]).toMatchObject({ task_id: prune.body.task_id, status: 'completed' });
  });
});
