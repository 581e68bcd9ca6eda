import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { keyOf } from '#shared/conversions/items.ts';
import { dayMs, sceneOf } from '#test/api/events/scene.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { around, backUp, emptyWorld, everything, operator, sourceIn, tableIn, targetOf } from './scene.ts';

async function movedClicks() {
  const world = await newWorld();
  const app = await startApp(world);
  const owner = await newAdvertiser(app);
  const [sid, older] = [await owner.click('utm_source=radio&svc_campaign=c'), await owner.click('gclid=g')];
  await tableIn(world, 'attribution').update({ key: keyOf.click(older), update: 'REMOVE facts' });
  bodyOf(await sceneOf(app).send(owner, { event_id: 'order', svc_click_id: sid }));
  await app.settle();
  await app.clicks.changeChannelRules({
    body: { rules: [{ id: 'radio', source: 'radio', channel: 'audio' }] },
    headers: owner.headers,
  });
  const from = new Date(world.clock.now).toISOString().slice(0, 10);
  bodyOf(await app.clicks.applyChannelRules({ body: { from }, headers: owner.headers }));
  await app.work('recount');
  await app.settle();
  return { world, app, owner, sid, older, from };
}

it('a restore brings click facts, moved channels and the application back, and rules apply there again', async () => {
  const { world, app, owner, sid, older, from } = await movedClicks();
  const before = await everything(world);
  const id = await backUp(app);
  const fresh = await emptyWorld(world);
  await restoreBackup(sourceIn(world, id), targetOf(fresh), around);
  expect(await everything(fresh)).toEqual(before);
  const restored = await startApp(fresh);
  await restored.settle();
  expect(await storedIn(fresh).click(sid)).toMatchObject({
    moved: expect.stringMatching(/^apply_.* paid_other$/),
    facts: { channel: 'audio', source: 'radio', rule: 'account.radio@1' },
  });
  expect(await sceneOf(restored).log(owner, { channel: 'audio' })).toMatchObject({
    events: [{ event_id: 'order' }],
  });
  fresh.clock.now += dayMs + 1;
  const headers = await restored.signIn(owner.id);
  await restored.clicks.changeChannelRules({ body: { rules: [] }, headers });
  const again = bodyOf(await restored.clicks.applyChannelRules({ body: { from }, headers }));
  expect(again).toMatchObject({
    clicks: 2,
    kept: 1,
    moves: [{ from: 'audio', to: 'paid_other', clicks: 1 }],
  });
  await restored.settle();
  expect(await storedIn(fresh).click(older)).not.toHaveProperty('facts');
});

it('a prune removes the rows of clicks whose days the log no longer has, and then no rule reaches them', async () => {
  const { world, app, owner, sid, from } = await movedClicks();
  world.clock.now += 91 * dayMs;
  expect((await app.operators.pruneOldRows({ headers: operator })).status).toBe(202);
  await app.work('prune');
  const partitions = (await allItems(world, 'attribution')).map(({ pk }) => pk.split('#')[0]);
  expect(partitions).not.toContain('LOGCLICK');
  expect(partitions).not.toContain('LOG');
  const headers = await app.signIn(owner.id);
  await app.clicks.changeChannelRules({ body: { rules: [] }, headers });
  expect((await app.clicks.applyChannelRules({ body: { from }, headers })).status).toBe(422);
  expect(await storedIn(world).click(sid)).toMatchObject({ facts: { channel: 'audio' } });
});
