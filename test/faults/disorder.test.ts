// Slow: it tries many faults.
import { gunzipSync } from 'node:zlib';
import { sceneOf } from '#test/api/events/scene.ts';
import { expectLedgers, makeUsers, operator, taskOf } from '#test/credits/grants/scene.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import type { Sent, World } from '#test/kit/world.ts';
import { atEveryCall, interleaved } from './interleaved.ts';

const withdrawn = (world: World, queue: Sent['queue']) => {
  const found = world.messages.filter((sent) => sent.queue === queue).map(({ message }) => message);
  world.messages.splice(0, world.messages.length, ...world.messages.filter((sent) => sent.queue !== queue));
  return found as object[];
};

async function twoCopies(app: TestApp, place: Parameters<typeof interleaved>[1], queue: Sent['queue'], message: object) {
  const copy = (by: TestApp) => by.attempt(queue as 'export', message);
  const isReached = await interleaved(app.world, place, copy, copy);
  for (let copies = 0; copies < 2; copies++) {
    app.world.clock.now += 61_000;
    await copy(app);
  }
  return isReached;
}

describe('repeated copies of a message', () => {
  it("repeated copies of an export's message make one complete file", async () => {
    const places = await atEveryCall(async (place) => {
      const app = await startApp(await newWorld());
      app.world.exportSizes = { pageRows: 2, partBytes: 1 };
      const owner = await newAdvertiser(app);
      const events = Array.from({ length: 3 }, (_, i) => ({ id: `e${i}`, type: 'a', svc_click_id: 's_x' }));
      await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
      await app.settle();
      const body = { from: '2026-11-20', to: '2026-11-21' };
      await app.events.createExport({ body, headers: owner.headers });
      const [message = {}] = withdrawn(app.world, 'export');
      const isReached = await twoCopies(app, place, 'export', message);
      const [file = Buffer.alloc(0), ...others] = app.world.objects.files.values();
      expect(others).toEqual([]);
      const lines = gunzipSync(file).toString().trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).event_id).sort()).toEqual(['e0', 'e1', 'e2']);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it('repeated copies of an effect send one mail', async () => {
    const places = await atEveryCall(async (place) => {
      const down = await startApp(await newWorld(), { isDown: ({ operation }) => operation === 'SendEmail' });
      await newAdvertiser(down);
      await down.settle();
      const app = await startApp(down.world);
      const [message = {}] = withdrawn(app.world, 'effects');
      app.world.clock.now += 61_000;
      const isReached = await twoCopies(app, place, 'effects', message);
      expect(app.world.mails).toHaveLength(1);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it('repeated copies of a nudge send one mail', async () => {
    const places = await atEveryCall(async (place) => {
      const app = await startApp(await newWorld());
      const { headers } = await newUser(app);
      await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers });
      await app.settle();
      app.world.clock.now += 600_000;
      const [message = {}] = withdrawn(app.world, 'nudge_email');
      const isReached = await twoCopies(app, place, 'nudge_email', message);
      expect(app.world.mails).toHaveLength(1);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it("repeated copies of a grant's part pay every user once, as the report says", async () => {
    const places = await atEveryCall(async (place) => {
      const world = await newWorld(Date.parse('2026-11-21T04:00:00Z'));
      const app = await startApp(world, { env: { GRANTS_INLINE_SECONDS: '0' } });
      const users = await makeUsers(app, 6);
      const answer = await app.operators.grantDailyCredits({ headers: operator });
      const { task_id } = answer.body as { task_id: string };
      const messages = withdrawn(world, 'grants').toReversed();
      const [whole = {}] = messages.splice(-1);
      const [held = {}, ...others] = messages;
      const isReached = await twoCopies(app, place, 'grants', held);
      for (const message of [whole, ...others, ...others, whole]) await app.attempt('grants', message);
      await expectLedgers(app, users, [['daily_grant', 5]]);
      expect(await taskOf(app, task_id)).toMatchObject({
        status: 'completed',
        granted: 6,
        total_credits: 30,
      });
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });
});

it('notices in disorder, each three times, are posted once each', async () => {
  const app = await startApp(await newWorld());
  const { headers } = await newUser(app);
  for (const feature of ['pro_network_deploy', 'social_ads', 'search_ads'] as const)
    await app.notifications.signUpForEarlyAccess({ body: { feature }, headers });
  await app.settle();
  const messages = withdrawn(app.world, 'notices');
  expect(messages).toHaveLength(3);
  for (const message of [...messages, ...messages.toReversed(), ...messages]) {
    app.world.clock.now += 2000;
    await app.attempt('notices', message);
  }
  const lines = app.world.notices.flatMap((post) => post.split('\n'));
  expect([lines.length, new Set(lines).size]).toEqual([3, 3]);
});

it('the message of an older erasure that comes last leaves the newer one as it is', async () => {
  const app = await startApp(await newWorld());
  const [scene, owner] = [sceneOf(app), await newAdvertiser(app)];
  const erase = async () => {
    const headers = await app.signIn(owner.id);
    const answer = await app.privacy.erase({ body: { external_user_id: 'ada' }, headers });
    expect(answer.status).toBe(202);
    const [message = {}] = withdrawn(app.world, 'erasure');
    return message;
  };
  const older = await erase();
  app.world.clock.now += 3_600_000;
  await erase();
  app.world.clock.now += 60_000;
  await scene.send(owner, { event_id: 'o1', external_user_id: 'ada', properties: { a: 1 } });
  expect(await app.attempt('erasure', older)).toBe(true);
  await app.settle();
  await app.work('erasure');
  expect(await scene.receipt(owner, 'o1')).toMatchObject({ erased: true, properties: null });
});
