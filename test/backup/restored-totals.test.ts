import { everyDay, recount } from '#lib/ops/recount.ts';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { around, backUp, dynamo, emptyWorld, sourceIn, targetOf } from './scene.ts';

let world: World;
let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
let id: string;
let sid: string;
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world);
  owner = await newAdvertiser(app);
  sid = await owner.click();
  const scene = sceneOf(app);
  for (let i = 0; i < 20; i++) await scene.send(owner, { event_id: `e${i}`, svc_click_id: sid, value: '0.01' });
  await app.settle();
  for (let i = 20; i < 30; i++) await scene.send(owner, { event_id: `e${i}`, svc_click_id: sid, value: '0.01' });
  id = await backUp(app);
});

const restore = (fresh: World, through: Dynamo = dynamo()) =>
  restoreBackup(sourceIn(world, id), targetOf(fresh, through), {
    ...around,
    async finish() {
      const tableName = `${fresh.prefix}attribution`;
      await recount({ dynamo: through, tableName, ...everyDay, now: () => fresh.clock.now }, around);
    },
  });

async function expectAll(fresh: World, count: number) {
  const reborn = await startApp(fresh);
  const scene = sceneOf(reborn);
  expect(await scene.rows(owner)).toEqual([{ campaign: 'spring', currency: 'USD', count, value: `0.${count}` }]);
  expect((await scene.log(owner, { limit: 100 })).events).toHaveLength(count);
}

describe('a restore', () => {
  it('a restore ends with a recount of stored, uncounted events', async () => {
    const fresh = await emptyWorld(world);
    await restore(fresh);
    await expectAll(fresh, 30);
    const reborn = await startApp(fresh);
    const sent = await sceneOf(reborn).send(owner, { event_id: 'new', svc_click_id: sid, value: '0.01' });
    expect(sent.status).toBe(200);
    await reborn.settle();
    await expectAll(fresh, 31);
  });

  it('a restore that is killed in its recount continues it', async () => {
    const fresh = await emptyWorld(world);
    for (const calls of [1, 4, 9, 15, 21, 26]) {
      let left = calls;
      const cut: Dynamo = async (operation, input) => {
        const isOfRecount = /recount|RECOUNT/.test(JSON.stringify(input)) || left < calls;
        if (isOfRecount && left-- <= 0) throw new Error('killed');
        return dynamo()(operation, input);
      };
      await restore(fresh, cut).catch((error: Error) => expect(String(error.cause ?? error)).toMatch(/killed/));
    }
    await restore(fresh).catch((error: Error) => expect(error.message).toMatch(/is not empty/));
    await expectAll(fresh, 30);
  });
});
