// Slow: it fails every call in turn.
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { copiesIn } from '#test/api/clicks/scene.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const acts = async (app: TestApp, headers: Record<string, string>) => {
  await app.settle();
  const log = await app.activity.listActivity({ query: {}, headers });
  return log.status === 200 ? log.body.entries.map(({ type }) => type) : [];
};

it('a crash at any call of changing channel rules, and a retry: all keys have them, and the log tells it once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await owner.issue({ name: 'Second', kind: 'public', environment: 'live' });
      return { owner };
    },
    operation: (app, { owner }) =>
      app.clicks.changeChannelRules({
        body: { rules: [{ id: 'radio', source: 'radio', channel: 'audio' }] },
        headers: owner.headers,
      }),
    async check(app, { owner }, answer) {
      expect(answer.status).toBe(200);
      const copies = await copiesIn(app.world);
      expect(copies).toHaveLength(2);
      for (const copy of copies) expect(copy).toMatchObject({ revision: 1, channelVersion: 1, channelRules: [{ id: 'radio' }] });
      expect((await acts(app, owner.headers)).filter((type) => type === 'channel_rules_changed')).toHaveLength(1);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem GetItem PutItem Query UpdateItem UpdateItem');
});

it('a crash at any call of changing traffic rules, and a retry: networks and rules are both changed', async () => {
  await crashTest({
    prepare: async (app) => ({ owner: await newAdvertiser(app) }),
    operation: (app, { owner }) =>
      app.clicks.changeTrafficRules({
        body: { staff_networks: ['203.0.113.0/24'], rules_off: ['prefetch'] },
        headers: owner.headers,
      }),
    async check(app, _, answer) {
      expect(answer).toMatchObject({ status: 200, body: { version: 1, staff_networks: ['203.0.113.0/24'] } });
      expect(await copiesIn(app.world)).toMatchObject([{ revision: 1, staffNetworks: ['203.0.113.0/24'], trafficRulesOff: ['prefetch'] }]);
    },
  });
});

it('a crash at any call of making a public key after the rules, and a retry: each key has them', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.clicks.changeTrafficRules({
        body: { staff_networks: ['203.0.113.0/24'] },
        headers: owner.headers,
      });
      return { owner };
    },
    operation: (app, { owner }) =>
      app.keys.createKey({
        body: { name: 'Later', kind: 'public', environment: 'live' },
        headers: owner.headers,
      }),
    async check(app, _, answer) {
      expect(answer.status).toBe(201);
      const copies = await copiesIn(app.world);
      expect(copies.length).toBeGreaterThan(1);
      for (const copy of copies) expect(copy).toMatchObject({ revision: 1 });
    },
  });
});

const today = '2026-11-21';
const at = Date.parse(`${today}T12:00:00Z`);

async function radioScene(app: TestApp, days: number) {
  const owner = await newAdvertiser(app);
  for (let day = days - 1; day >= 0; day--) {
    app.world.clock.now = at - day * 86_400_000;
    await owner.click('utm_source=radio&svc_campaign=c');
  }
  const sid = await owner.click('utm_source=radio&svc_campaign=c');
  bodyOf(await sceneOf(app).send(owner, { svc_click_id: sid, external_user_id: 'ada' }));
  await app.settle();
  const body = { rules: [{ id: 'radio', source: 'radio', channel: 'audio' as const }] };
  bodyOf(await app.clicks.changeChannelRules({ body, headers: owner.headers }));
  return { owner, clicks: days + 1 };
}
const applied = (app: TestApp, { headers }: { headers: Record<string, string> }, from: string) =>
  app.clicks.applyChannelRules({ body: { from }, headers });
async function isComplete(app: TestApp, clicks: number) {
  await app.work('recount');
  await app.settle();
  const items = await allItems(app.world, 'attribution');
  expect(items.filter(({ kind }) => kind === 'rule_application')).toMatchObject([
    {
      status: 'completed',
      isSettled: true,
      clicks,
      kept: 0,
      events: 1,
      moves: [{ environment: 'live', from: 'paid_other', to: 'audio', clicks }],
    },
  ]);
  const stored = items.filter(({ kind }) => kind === 'session') as unknown as Click[];
  expect(stored.map(({ facts }) => facts?.channel)).toEqual(Array(clicks).fill('audio'));
  const logged = items.filter(({ kind, channel }) => kind === 'log' && channel === 'audio');
  expect(logged).toHaveLength(1);
}

it('a crash at any call of applying channel rules, and a retry: each click and event moves and counts once', async () => {
  await crashTest({
    prepare: (app) => radioScene(app, 2),
    operation: (app, { owner }) => applied(app, owner, '2026-11-20'),
    async check(app, { clicks, owner }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'completed', clicks, moved: clicks } });
      await isComplete(app, clicks);
      const types = await acts(app, owner.headers);
      expect(types.filter((type) => type === 'channel_rules_applied')).toHaveLength(1);
    },
  });
});

it('a crash at any call of the worker that continues an application: each click and event moves and counts once', async () => {
  await crashTest({
    async prepare(app) {
      const { owner, clicks } = await radioScene(app, 53);
      app.world.clock.now = at;
      const headers = await app.signIn(owner.id);
      expect((await applied(app, { headers }, '2026-09-01')).status).toBe(202);
      return { clicks };
    },
    operation: (app) => app.work('recount'),
    check: (app, { clicks }) => isComplete(app, clicks),
    callsTried: 40,
  });
});
