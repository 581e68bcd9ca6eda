import { copiesIn } from '#test/api/clicks/scene.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

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
      for (const copy of copies)
        expect(copy).toMatchObject({ revision: 1, channelVersion: 1, channelRules: [{ id: 'radio' }] });
      expect(
        (await acts(app, owner.headers)).filter((type) => type === 'channel_rules_changed'),
      ).toHaveLength(1);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'GetItem',
    'PutItem',
    'Query',
    'UpdateItem',
    'UpdateItem',
  ]);
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
      expect(await copiesIn(app.world)).toMatchObject([
        { revision: 1, staffNetworks: ['203.0.113.0/24'], trafficRulesOff: ['prefetch'] },
      ]);
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
