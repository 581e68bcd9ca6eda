import { directShare } from '#shared/deliveries/rules/fair-share.ts';
import { sampleEvent } from '#shared/registry/sample-event.ts';
import { publish } from '#shared/webhooks/publish.ts';
import { deliveriesPerMinute } from '#shared/webhooks/rules/shares.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliveriesOf, pass, run, subscriber } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const sendMany = async ({ key, click }: Awaited<ReturnType<typeof subscriber>>, count: number) => {
  const svc_click_id = await click();
  const events = Array.from({ length: count }, (_, at) => ({
    event_type: 'order_created',
    event_id: `order_created:${at}`,
    value: 25.99,
    svc_click_id,
  }));
  const answer = await app.conversions.sendConversion({ body: { events }, headers: key });
  expect(answer.status).toBe(200);
};
const waiting = (queue: string) => app.world.messages.filter((sent) => sent.queue === queue);
const posted = () => app.world.hooks.posts.map(({ body }) => JSON.parse(body).data.event_id as string);

it('a backlog of an endpoint is in its lane: the shared queue holds a few deliveries and one look', async () => {
  const one = await subscriber(app);
  await sendMany(one, 200);
  await app.settle();
  expect(waiting('webhooks')).toHaveLength(directShare.burst + 1);
  expect(waiting('effects')).toEqual([]);
  await pass(app, 10);
  expect(posted()).toHaveLength(200);
  expect(new Set(posted()).size).toBe(200);
  const endpoint = (await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
  expect(endpoint).not.toHaveProperty('laneWaiting');
  app.world.clock.now += 60_000;
  await one.order('order_created:later');
  await run(app);
  expect(posted().at(-1)).toBe('order_created:later');
});

it('a lane whose worker sees to a stream of events reads each of them about once', async () => {
  const one = await subscriber(app);
  await sendMany(one, 60);
  await app.settle();
  const later = [3, 6, 9];
  app.world.hooks.answer = async () => {
    if (posted().length === later[0]) {
      later.shift();
      await one.order(`order_created:new-${later.length}`);
      await app.settle();
    }
    return { status: 200, body: '' };
  };
  await pass(app, 10);
  expect(new Set(posted()).size).toBe(63);
  expect(posted()).toHaveLength(63);
});

it('deliveries above the share of an account and minute wait in the lane, the log says until when, and all arrive once', async () => {
  const one = await subscriber(app, { environment: 'test' });
  const perSecond = deliveriesPerMinute.test / 60;
  await sendMany(one, 400);
  await run(app);
  const most = directShare.burst + 10 * perSecond + 20;
  expect(posted().length).toBeLessThanOrEqual(most);
  expect(posted().length).toBeGreaterThanOrEqual(10 * perSecond);
  const { deliveries } = await deliveriesOf(app, one, { status: 'pending', limit: 100 });
  expect(deliveries[0]).toMatchObject({ attempts: 0, next_attempt_at: '2026-11-21T12:00:05.000Z' });
  await pass(app, 10);
  expect(posted().length).toBeLessThanOrEqual(most + 11 * perSecond);
  await pass(app, 240);
  expect(posted()).toHaveLength(400);
  expect(new Set(posted()).size).toBe(400);
  expect((await deliveriesOf(app, one, { status: 'undelivered' })).deliveries).toEqual([]);
});

it('retries of an account count for its share: beyond it, they wait in the lane too', async () => {
  const one = await subscriber(app, { environment: 'test' });
  const perSecond = deliveriesPerMinute.test / 60;
  const count = directShare.burst + 10 * perSecond;
  app.world.hooks.answer = () => {
    const isFailing = posted().length > directShare.burst + 3 && posted().length <= count;
    return { status: isFailing ? 500 : 200, body: '' };
  };
  await sendMany(one, count);
  await run(app);
  expect(posted()).toHaveLength(count);
  app.world.clock.now += 6000;
  await run(app);
  expect(posted().length - count).toBeLessThanOrEqual(6 * perSecond + 20);
  app.world.hooks.answer = () => ({ status: 200, body: '' });
  await pass(app, 3 * 3600);
  expect((await deliveriesOf(app, one, { status: 'undelivered' })).deliveries).toEqual([]);
});

it('events that are recorded again after a crash, before the lane heard of them, are sent, also by a process with share left', async () => {
  const one = await subscriber(app);
  await sendMany(one, 30);
  const dying = await startApp(app.world, {
    refusesForLoad: ({ by, body }) => by === 'conversion-totals' && body.includes('laneWaiting'),
  });
  await expect(dying.settle()).rejects.toThrow();
  const rows = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'webhook_delivery');
  expect(rows).toHaveLength(30);
  await pass(app, 10);
  expect(posted()).toHaveLength(30);
  expect(new Set(posted()).size).toBe(30);
  const endpoint = (await allItems(app.world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
  expect(endpoint).not.toHaveProperty('laneWaiting');
});

it('a batch of events that comes again is sent if its lane was not told of it, and otherwise sends nothing and leaves no lane open', async () => {
  const one = await subscriber(app);
  const { webhookEndpoints } = app.webhookDeps();
  const { webhookDeliveries } = app.workerDeps('outbox');
  const endpoint = await webhookEndpoints.find(one.id, one.endpoint.id);
  if (!endpoint) throw new Error('no endpoint');
  const events = Array.from({ length: 30 }, (_, at) =>
    sampleEvent('conversion.attributed', {
      accountId: one.id,
      environment: 'live',
      now: app.world.clock.now,
      nonce: `${at}`,
    }),
  );
  const deps = {
    webhookEndpoints: { ...webhookEndpoints, list: async () => [endpoint] },
    webhookDeliveries,
  };
  const inLane = { ...deps, takeDirect: () => 0 };
  const dying = { ...deps.webhookEndpoints, waitInLane: () => Promise.reject(new Error('died')) };
  await expect(publish(events, { ...inLane, webhookEndpoints: dying })).rejects.toThrow('died');
  await publish(events, { ...deps, takeDirect: (_, count) => count });
  await pass(app, 10);
  const ids = () => app.world.hooks.posts.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids()).size).toBe(30);
  await Promise.all([publish(events, inLane), publish(events, inLane)]);
  await pass(app, 10);
  const posts = ids().length;
  await publish(events, inLane);
  await pass(app, 10);
  expect(ids()).toHaveLength(posts);
  expect(await webhookEndpoints.find(one.id, one.endpoint.id)).not.toHaveProperty('laneWaiting');
});

it('events that an effect carries have the same share, and the rest of them waits in the lane', async () => {
  const { id, ...one } = await subscriber(app);
  const effect = (at: number) => ({
    kind: 'webhook_event',
    id: `test#${at}`,
    type: 'credits.low',
    account_id: id,
    environment: 'live',
    at: new Date(app.world.clock.now).toISOString(),
    data: {},
  });
  for (let at = 0; at < directShare.burst + 2; at++) expect(await app.attempt('effects', { effect: effect(at) })).toBe(true);
  for (let at = 0; at < directShare.burst + 2; at++) {
    const change = { type: 'ADJUSTMENT', reason: 'test', actor: 'test' } as const;
    await app.ledger.grant(id, { ...change, claim: `g${at}#${id}`, amount: at === 0 ? 5 : 3 });
    await app.ledger.spend(id, { claim: `s${at}#${id}`, amount: 3, reason: 'prompt', actor: 'test' });
  }
  await app.settle();
  // The lane is open when the other process records, so nothing of it goes to the queue.
  expect(waiting('webhooks')).toHaveLength(directShare.burst + 1);
  await pass(app, 10);
  expect(new Set(app.world.hooks.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(2 * directShare.burst + 4);
  expect((await deliveriesOf(app, { ...one }, { status: 'undelivered' })).deliveries).toEqual([]);
});
