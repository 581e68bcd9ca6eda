import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { login, newOwner, restore } from '#test/api/accounts/deletion/deleted-account.ts';
import { backUp, emptyWorld, sourceIn, targetOf } from '#test/backup/scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { daysLater, eraseAtNight, fill } from './scene.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld(Date.now()));
});

const password = 'correct horse battery';
const remove = async ({ headers }: { headers: Record<string, string> }) => {
  const answer = await app.accounts.deleteAccount({ body: { password }, headers });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await deliverEffects(app);
};
const around = () => ({ signal: new AbortController().signal, onStep: () => {} });
async function restored(backupId: string): Promise<TestApp> {
  const world = await emptyWorld(app.world);
  await restoreBackup(sourceIn(app.world, backupId), targetOf(world), around());
  return await startApp(world);
}

describe('a backup from before an account was deleted', () => {
  it('a restored backup does not bring back a deleted account: it is deleted and erased again', async () => {
    const owner = await newOwner(app);
    const other = await newOwner(app);
    await fill(app, owner);
    const backupId = await backUp(app);
    await remove(owner);
    daysLater(app, 10);
    const back = await restored(backupId);
    expect(await login(back, owner)).toMatchObject({
      status: 403,
      body: { code: 'account_deletion_pending' },
    });
    expect((await back.viewDeps().keys.list(owner.id)).filter(({ suspendedAt }) => !suspendedAt)).toEqual([]);
    expect(await login(back, other)).toMatchObject({ status: 200 });
    daysLater(back, 20.1);
    await eraseAtNight(back);
    expect((await back.users.byId(owner.id))?.erasedAt).toBeDefined();
    expect(await login(back, other)).toMatchObject({ status: 200 });
  });

  it('a restored backup brings back an erased account only until the next night', async () => {
    const owner = await newOwner(app);
    const backupId = await backUp(app);
    await remove(owner);
    daysLater(app, 30.1);
    await eraseAtNight(app);
    const back = await restored(backupId);
    await eraseAtNight(back);
    expect((await back.users.byId(owner.id))?.erasedAt).toBeDefined();
    expect(await login(back, owner)).toMatchObject({ status: 401 });
  });

  it('a restored backup leaves an account alone that its owner had restored', async () => {
    const owner = await newOwner(app);
    const early = await backUp(app);
    await remove(owner);
    app.world.clock.now += 1000;
    expect(await restore(app, owner)).toMatchObject({ status: 200 });
    await deliverEffects(app);
    expect(await login(await restored(early), owner)).toMatchObject({ status: 200 });
    const requested_at = new Date(app.world.clock.now - 500).toISOString();
    const file = { user_id: owner.id, requested_at, erase_at: requested_at };
    const late = await backUp(app);
    app.world.backups.files.set(`deletions/${owner.id}.json`, Buffer.from(JSON.stringify(file)));
    expect(await login(await restored(late), owner)).toMatchObject({ status: 200 });
  });

  it('a killed restore deletes the accounts again when the command is repeated', async () => {
    const owner = await newOwner(app);
    const backupId = await backUp(app);
    await remove(owner);
    for (const survived of [0, 1, 2]) {
      const world = await emptyWorld(app.world);
      const target = targetOf(world);
      let callsLeft = survived;
      const dying: typeof target.dynamo = async (operation, input) => {
        if (operation === 'TransactWriteItems' && callsLeft-- === 0) throw new Error('killed');
        return await target.dynamo(operation, input);
      };
      const source = sourceIn(app.world, backupId);
      await expect(restoreBackup(source, { ...target, dynamo: dying }, around())).rejects.toThrow();
      await restoreBackup(source, target, around());
      const back = await startApp(world);
      expect(await login(back, owner)).toMatchObject({ status: 403 });
      expect((await back.viewDeps().keys.list(owner.id)).filter(({ suspendedAt }) => !suspendedAt)).toEqual([]);
    }
  });
});
