// Slow: it fails every call in turn.
import { directShare } from '#shared/deliveries/rules/fair-share.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { deliveriesOf, newEndpoint, subscriber } from '#test/webhooks/scene.ts';
import { crashTest } from './crash-test.ts';

const events = ['order_created:1', 'order_created:2', 'order_created:3'];
const eventsPosted = ({ world }: TestApp) => world.hooks.posts.map(({ body }) => JSON.parse(body).data.event_id);

async function workOnce(app: TestApp): Promise<boolean> {
  const { messages } = app.world;
  await app.settle();
  let isDone = true;
  for (const sent of [...messages]) {
    if (sent.queue !== 'webhooks' && sent.queue !== 'effects') continue;
    isDone = false;
    if (await app.attempt(sent.queue, sent.message)) messages.splice(messages.indexOf(sent), 1);
    else throw new Error('A message has failed.');
  }
  return isDone;
}

async function workAll(app: TestApp): Promise<void> {
  while (!(await workOnce(app))) app.world.clock.now += 300_000;
}

async function everythingDelivered(app: TestApp, one: Awaited<ReturnType<typeof subscriber>>) {
  await workAll(app);
  const { deliveries } = await deliveriesOf(app, { ...one, headers: await app.signIn(one.id) });
  expect(deliveries.map(({ status }) => status)).toEqual(events.map(() => 'delivered'));
  const ids = new Map(app.world.hooks.posts.map(({ body, headers }) => [headers['webhook-id'], body]));
  expect(ids.size).toBe(events.length);
  expect(new Set(deliveries.map(({ event_id }) => event_id))).toEqual(new Set(ids.keys()));
}

it('a crash at any call between an event and its delivery loses none, and repeats only what was being sent', async () => {
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      for (const id of events) await one.order(id);
      return one;
    },
    operation: workAll,
    alsoTries: ['two_faults', 'repeat_at_once'],
    async check(app, one, _, faults) {
      await everythingDelivered(app, one);
      expect(eventsPosted(app).length).toBeLessThanOrEqual(events.length + Math.max(1, faults.length));
    },
  });
});

it('a crash at any call while an endpoint is down and comes back loses nothing that waits', async () => {
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      app.world.hooks.answer = () => (app.world.hooks.posts.length <= 4 ? { status: 500, body: '' } : { status: 200, body: '' });
      for (const id of events) await one.order(id);
      return one;
    },
    operation: workAll,
    alsoTries: ['two_faults'],
    async check(app, one) {
      await everythingDelivered(app, one);
      const endpoint = (await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
      expect(endpoint).not.toHaveProperty('laneWaiting');
      expect(endpoint).not.toHaveProperty('failingSince');
    },
  });
});

it('a crash at any call while events wait in the event log alone loses none, and delivers them when the endpoint answers', async () => {
  const logged = ['order_created:4', 'order_created:5'];
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      app.world.hooks.answer = () => ({ status: 500, body: '' });
      for (const id of events) await one.order(id);
      await workOnce(app);
      app.world.clock.now += 10_000;
      await workOnce(app);
      expect((await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint')).toHaveProperty('unrecordedFrom');
      app.world.clock.now += 10_000;
      for (const id of logged) await one.order(id);
      await app.settle();
      app.world.clock.now += 10_000;
      app.world.hooks.answer = () => ({ status: 200, body: '' });
      await one.order('order_created:6');
      return one;
    },
    operation: workAll,
    alsoTries: ['two_faults'],
    async check(app, one) {
      await workAll(app);
      const { deliveries } = await deliveriesOf(app, { ...one, headers: await app.signIn(one.id) });
      expect(deliveries.map(({ status }) => status)).toEqual(Array(6).fill('delivered'));
      expect(new Set(eventsPosted(app))).toEqual(new Set([...events, ...logged, 'order_created:6']));
      const endpoint = (await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
      for (const field of ['laneWaiting', 'unrecordedFrom', 'unrecordedTo', 'failingSince']) expect(endpoint).not.toHaveProperty(field);
    },
  });
});

it('a crash at any call of enabling an endpoint whose events wait in the event log loses none', async () => {
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      const params = { id: one.endpoint.id };
      app.world.hooks.answer = () => ({ status: 500, body: '' });
      for (const id of events.slice(0, 2)) await one.order(id);
      await app.webhooks.testWebhookEndpoint({ params, body: {}, headers: one.headers });
      await workOnce(app);
      app.world.clock.now += 10_000;
      await workOnce(app);
      app.world.clock.now += 10_000;
      await one.order('order_created:3');
      await app.settle();
      app.world.hooks.answer = () => ({ status: 200, body: '' });
      await app.webhooks.changeWebhookEndpoint({ params, body: { status: 'disabled' }, headers: one.headers });
      await workAll(app);
      return { ...one, params };
    },
    operation: (app, { params, headers }) => app.webhooks.changeWebhookEndpoint({ params, body: { status: 'enabled' }, headers }),
    async check(app, one, answer) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'enabled' } });
      await workAll(app);
      const { deliveries } = await deliveriesOf(app, { ...one, headers: await app.signIn(one.id) });
      expect(deliveries.map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
      expect(eventsPosted(app)).toEqual(expect.arrayContaining(events));
    },
  });
});

it('a crash at any call of a backlog, of which some events wait in the lane, loses none and leaves no lane behind', async () => {
  const many = Array.from({ length: directShare.burst + 2 }, (_, at) => `order_created:${at}`);
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      const svc_click_id = await one.click();
      await app.conversions.sendConversion({
        body: { events: many.map((event_id) => ({ event_type: 'order_created', event_id, svc_click_id })) },
        headers: one.key,
      });
      return one;
    },
    operation: workAll,
    async check(app, one, _, faults) {
      await workAll(app);
      const { deliveries } = await deliveriesOf(app, { ...one, headers: await app.signIn(one.id) });
      expect(deliveries.map(({ status }) => status)).toEqual(many.map(() => 'delivered'));
      // A worker of the queue has ten deliveries in flight when it dies.
      expect(eventsPosted(app).length).toBeLessThanOrEqual(many.length + 10 * Math.max(1, faults.length));
      const endpoint = (await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
      expect(endpoint).not.toHaveProperty('laneWaiting');
    },
  });
}, 600_000);

it('a crash at any call of a replay of everything undelivered loses nothing', async () => {
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app);
      const params = { id: one.endpoint.id };
      await app.webhooks.changeWebhookEndpoint({
        params,
        body: { status: 'disabled' },
        headers: one.headers,
      });
      for (const id of events) await one.order(id);
      await workAll(app);
      await app.webhooks.changeWebhookEndpoint({
        params,
        body: { status: 'enabled' },
        headers: one.headers,
      });
      expect(eventsPosted(app)).toEqual([]);
      return one;
    },
    async operation(app, { headers, endpoint }) {
      const body = { since: '2026-11-21T00:00:00Z' };
      const answer = await app.webhooks.replayWebhookEndpoint({
        params: { id: endpoint.id },
        body,
        headers,
      });
      if (answer.status === 202) await workAll(app);
      return answer;
    },
    async check(app, one, answer) {
      expect(answer.status).toBe(202);
      await everythingDelivered(app, one);
    },
  });
});

it('a crash at any call of creating an endpoint under an Idempotency-Key leaves one, whose secret is answered', async () => {
  await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) =>
      app.webhooks.createWebhookEndpoint({
        body: { url: 'https://shop.example.com/' },
        headers: { ...headers, 'idempotency-key': 'one' },
      }),
    async check(app, { headers }, answer) {
      expect(answer).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
      const listed = await app.webhooks.listWebhookEndpoints({ headers });
      const { secret: _, ...record } = answer.body as { secret: string };
      expect(listed.body).toEqual({ endpoints: [record] });
    },
  });
});

it('a crash at any call of disabling leaves an endpoint disabled, with one mail', async () => {
  await crashTest({
    async prepare(app) {
      const user = await newUser(app);
      const endpoint = await newEndpoint(app, user.headers);
      const params = { id: endpoint.id };
      app.world.hooks.answer = () => ({ status: 410, body: '' });
      await app.webhooks.testWebhookEndpoint({ params, body: {}, headers: user.headers });
      return { ...user, params };
    },
    operation: workAll,
    async check(app, { id }) {
      await workAll(app);
      const listed = await app.webhooks.listWebhookEndpoints({ headers: await app.signIn(id) });
      expect(listed.body).toMatchObject({ endpoints: [{ status: 'disabled', disabled_reason: 'gone' }] });
      const mails = app.world.mails.filter(({ subject }) => subject === 'A webhook endpoint was disabled');
      expect(mails.length).toBeGreaterThanOrEqual(1);
      expect(mails.length).toBeLessThanOrEqual(2);
    },
  });
});

const fromBrowser = (app: TestApp, key: { authorization: string }, event_id: string, svc_click_id: string) =>
  app.conversions.sendConversion({
    body: { event_type: 'order_created', event_id, value: 25.99, svc_click_id },
    headers: { ...key, origin: 'https://shop.example' } as never,
  });

it('a crash at any call of an event from a browser alerts of its key once: a mark at the key, a mail, a webhook', async () => {
  await crashTest({
    async prepare(app) {
      const one = await subscriber(app, { events: ['key.exposed'] });
      await app.settle();
      app.world.mails.length = 0;
      return { ...one, sid: await one.click() };
    },
    operation: (app, { key, sid }) => fromBrowser(app, key, 'order_created:1', sid),
    alsoTries: ['repeat_at_once'],
    async check(app, one, answer) {
      expect(answer).toMatchObject({ status: 200, body: { matched: true } });
      await fromBrowser(app, one.key, 'order_created:2', one.sid);
      await workAll(app);
      const alerts = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'key_alert');
      expect(alerts).toHaveLength(1);
      const headers = await app.signIn(one.id);
      const { body } = await app.keys.listKeys({ headers });
      expect(body).toMatchObject({
        keys: expect.arrayContaining([
          expect.objectContaining({
            kind: 'secret',
            exposed: expect.objectContaining({ origin: 'https://shop.example' }),
          }),
        ]),
      });
      const mails = app.world.mails.filter(({ subject }) => subject.includes('in a browser'));
      expect(mails).toHaveLength(1);
      const { deliveries } = await deliveriesOf(app, { ...one, headers });
      expect(deliveries).toMatchObject([{ status: 'delivered', event_type: 'key.exposed' }]);
      expect(new Set(app.world.hooks.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    },
  });
});
