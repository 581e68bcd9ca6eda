import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliveriesOf, run, subscriber } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

async function takesTenAMinute(name: string, call: () => Promise<{ status: number; headers: Headers; body: unknown }>) {
  const answers = [];
  for (let at = 0; at < 11; at++) answers.push(await call());
  const refused = answers.pop();
  for (const { status } of answers) expect(status).toBeLessThan(300);
  expect(answers.at(-1)?.headers.get('ratelimit')).toBe(`"${name}";r=0;t=60`);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect(refused?.headers.get('ratelimit-policy')).toBe(`"${name}";q=10;w=60`);
  app.world.clock.now += 60_000;
  expect((await call()).status).toBeLessThan(300);
}

it('an account creates ten webhook endpoints a minute', async () => {
  const { headers, endpoint } = await subscriber(app);
  app.world.clock.now += 60_000;
  const params = { id: endpoint.id };
  let last = params.id;
  await takesTenAMinute('webhook-creations', async () => {
    await app.webhooks.deleteWebhookEndpoint({ params: { id: last }, headers });
    const answer = await app.webhooks.createWebhookEndpoint({
      body: { url: 'https://shop.example.com/' },
      headers,
    });
    if (answer.status === 201) last = answer.body.id;
    return answer;
  });
});

it('an account tests its webhook endpoints ten times a minute, however many it has', async () => {
  const { headers, endpoint } = await subscriber(app);
  await takesTenAMinute('webhook-tests', () => app.webhooks.testWebhookEndpoint({ params: { id: endpoint.id }, body: {}, headers }));
  await run(app);
  expect(app.world.hooks.posts).toHaveLength(11);
});

it('an account rotates secrets of webhook endpoints ten times a minute', async () => {
  const { headers, endpoint } = await subscriber(app);
  await takesTenAMinute('webhook-rotations', () => app.webhooks.rotateWebhookSecret({ params: { id: endpoint.id }, body: {}, headers }));
});

it('an account orders ten replays a minute, of all or of one', async () => {
  const { headers, endpoint, order } = await subscriber(app);
  await order('order_created:1');
  await run(app);
  const [delivery] = (await deliveriesOf(app, { headers, endpoint })).deliveries;
  const params = { id: endpoint.id, delivery_id: delivery?.id ?? '' };
  let count = 0;
  await takesTenAMinute('webhook-replays', () =>
    count++ % 2 === 0
      ? app.webhooks.replayWebhookDelivery({ params, body: {}, headers })
      : app.webhooks.replayWebhookEndpoint({ params, body: { since: '2026-11-21T00:00:00Z' }, headers }),
  );
});

it('a request that is answered 404 or repeats its Idempotency-Key counts for no limit of webhooks', async () => {
  const { headers, endpoint } = await subscriber(app);
  const keyed = { ...headers, 'idempotency-key': 'once' };
  const rotate = (id: string) => app.webhooks.rotateWebhookSecret({ params: { id }, body: {}, headers: keyed });
  for (let at = 0; at < 15; at++) expect((await rotate(endpoint.id)).status).toBe(200);
  const missing = { id: 'whe_missing' };
  for (let at = 0; at < 15; at++) expect((await app.webhooks.testWebhookEndpoint({ params: missing, body: {}, headers })).status).toBe(404);
});
