import { newWorld, startApp } from '#test/kit/harness.ts';
import { deliveriesOf, pass, run, subscriber } from './scene.ts';

it('two workers with one message count one failure and order one retry', async () => {
  const app = await startApp(await newWorld());
  const { order, ...one } = await subscriber(app);
  app.world.hooks.answer = () => ({ status: 500, body: '' });
  await order('order_created:1');
  await app.settle();
  const [sent] = app.world.messages.splice(0);
  const twin = () => app.attempt('webhooks', sent?.message ?? {});
  expect(await Promise.all([twin(), twin()])).toEqual([true, true]);
  await app.settle();
  expect((await deliveriesOf(app, one)).deliveries).toMatchObject([{ status: 'pending', attempts: 1 }]);
  expect(app.world.messages).toHaveLength(1);
  const posts = app.world.hooks.posts.length;
  expect(await twin()).toBe(true);
  expect(app.world.hooks.posts).toHaveLength(posts);
});

it('two workers with one look at a lane send on, and the lane ends once', async () => {
  const app = await startApp(await newWorld());
  const { order, ...one } = await subscriber(app);
  app.world.hooks.answer = () => ({ status: 500, body: '' });
  for (let i = 0; i < 8; i++) await order(`order_created:${i}`);
  await run(app);
  app.world.hooks.answer = () => ({ status: 200, body: '' });
  const looks = app.world.messages.filter(({ message }) => 'tick' in (message as { work: object }).work);
  expect(looks).toHaveLength(1);
  app.world.clock.now += 3_600_000;
  await Promise.all([1, 2].map(() => app.attempt('webhooks', looks[0]?.message ?? {})));
  await pass(app, 3600);
  const { deliveries } = await deliveriesOf(app, one);
  expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'delivered'));
  expect(app.world.messages).toEqual([]);
});

it('an event that arrives while the lane closes is delivered', async () => {
  const app = await startApp(await newWorld());
  const { order, ...one } = await subscriber(app);
  app.world.hooks.answer = () => ({ status: 500, body: '' });
  for (let i = 0; i < 4; i++) await order(`order_created:${i}`);
  await run(app);
  const { webhookEndpoints } = app.webhookDeps();
  const stale = await webhookEndpoints.find(one.id, one.endpoint.id);
  if (!stale) throw new Error('no endpoint');
  app.world.hooks.answer = () => ({ status: 200, body: '' });
  await pass(app, 3600);
  expect((await webhookEndpoints.find(one.id, one.endpoint.id))?.laneWaiting).toBeUndefined();
  expect(await webhookEndpoints.leaveToLane({ ...stale, laneWaiting: '~' }, '2026-11-21T12:00:00.000Z#evt')).toBe(false);
  await order('order_created:new');
  await run(app);
  expect((await deliveriesOf(app, one, { status: 'undelivered' })).deliveries).toEqual([]);
});
