// Slow: it fails every call in turn.
import { setDestination, storedIn } from '#test/destinations/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const user_data = { email: 'quentin.zyx@example.com', phone: '+16505551212', client_ip_address: '203.0.113.77' };
const consent = { ad_user_data: 'granted' as const };
const event = { event_type: 'order_created', event_id: 'order_created:1', svc_click_id: 's_0000000000000000000000', consent };

const rawIn = async (app: TestApp) => {
  const tables = await Promise.all(['accounts', 'attribution', 'analysis', 'transient'].map((table) => allItems(app.world, table)));
  const text = JSON.stringify([tables, app.world.mails, app.world.messages, app.world.notices]);
  return ['quentin', '5551212', '203.0.113.77'].filter((secret) => text.includes(secret));
};
const prepare = async (app: TestApp) => {
  const owner = await newAdvertiser(app);
  await setDestination(app, owner);
  return { owner };
};

it('a crash at any call of an event with user data, and a retry: its keys are kept once, and raw values nowhere', async () => {
  const calls = await crashTest({
    prepare,
    operation: (app, { owner }) => app.conversions.sendConversion({ body: { ...event, user_data } as never, headers: owner.key }),
    async check(app, { owner }, answer) {
      expect([200, 202]).toContain(answer.status);
      const place = { accountId: owner.id, environment: 'live', eventId: event.event_id };
      expect(await storedIn(app.world).matchKeys.find(place)).toMatchObject({ phone: {}, email: {}, clientIpAddress: '203.0.113.77' });
      expect(await rawIn(app)).toEqual([]);
    },
    async abandoned(app) {
      expect(await rawIn(app)).toEqual([]);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem GetItem GetItem GetItem GetItem PutItem PutItem PutItem');
});

it('a crash at any call of a repeated event with user data: the first event keeps what it had', async () => {
  await crashTest({
    async prepare(app) {
      const scene = await prepare(app);
      await app.conversions.sendConversion({ body: event as never, headers: scene.owner.key });
      return scene;
    },
    operation: (app, { owner }) => app.conversions.sendConversion({ body: { ...event, user_data } as never, headers: owner.key }),
    async check(app, _, answer) {
      expect(answer).toMatchObject({ status: 200, body: { duplicate: true } });
      expect(await rawIn(app)).toEqual([]);
    },
  });
});

it('a crash at any call of erasing a user, and a retry: no match keys are left', async () => {
  await crashTest({
    async prepare(app) {
      const scene = await prepare(app);
      const body = { ...event, user_data, external_user_id: 'ada' };
      await app.conversions.sendConversion({ body: body as never, headers: scene.owner.key });
      await app.settle();
      return scene;
    },
    operation: (app, { owner }) => app.privacy.erase({ body: { external_user_id: 'ada' }, headers: owner.headers }),
    async check(app, _, answer) {
      expect(answer.status).toBe(202);
      expect((await allItems(app.world)).filter(({ kind }) => kind === 'match_keys')).toEqual([]);
    },
  });
});

it('a crash at any call of the night that destroys the keys of past days, and a later night: none is left', async () => {
  await crashTest({
    async prepare(app) {
      const scene = await prepare(app);
      await app.conversions.sendConversion({ body: { ...event, user_data } as never, headers: scene.owner.key });
      app.world.clock.now += 10 * 86_400_000;
      return scene;
    },
    operation: (app) => app.runAtNight({ job: 'prune_old_rows', scheduledAt: new Date(app.world.clock.now).toISOString() }),
    succeeded: () => true,
    async check(app) {
      expect(await allItems(app.world, 'transient')).toEqual([]);
    },
  });
});
