import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '#functions/queues.ts';
import { workOnWebhook } from '#functions/workers/webhook-deliveries/work-on-webhook.ts';
import { SiteUnreachable } from '#shared/web/web.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { newEndpoint, subscriber } from './scene.ts';

const functions = 10;
const sideBySide = 10;
const timeoutMs = 300;

it.each([
  ['hangs', () => delay(timeoutMs).then(() => Promise.reject(new SiteUnreachable('timeout')))],
  ['is slow but answers', () => delay(timeoutMs - 50).then(() => ({ status: 200, body: '' }))],
])('an endpoint that %s does not hold up a good one', async (_, answerOfSlow) => {
  const world = await newWorld(Date.now());
  const app = await startApp(world);
  const slow = await subscriber(app, { url: 'https://slow.example.com/' });
  const good = await subscriber(app, { url: 'https://good.example.com/' });
  const answered = { slow: [] as number[], good: [] as number[] };
  let atSlow = 0;
  let mostAtSlow = 0;
  const deps = {
    ...app.webhookDeps(),
    timeoutMs,
    slowMs: 100,
    lookMs: 1000,
    now: Date.now,
    async post({ url }: { url: string }) {
      if (url.includes('good')) {
        answered.good.push(performance.now());
        return { status: 200, body: '' };
      }
      atSlow++;
      mostAtSlow = Math.max(mostAtSlow, atSlow);
      try {
        return await answerOfSlow();
      } finally {
        atSlow--;
        answered.slow.push(performance.now());
      }
    },
  };
  for (let i = 0; i < 60; i++) await slow.order(`order_created:${i}`);
  for (let i = 0; i < 20; i++) await good.order(`order_created:${i}`);
  await app.settle();
  const queue = world.messages.filter(({ queue }) => queue === 'webhooks');
  expect(queue).toHaveLength(22);
  const began = performance.now();
  const work = async () => {
    for (let sent = queue.shift(); sent; sent = queue.shift()) await workOnWebhook(sent.message as Message<'webhooks'>, deps);
  };
  await Promise.all(Array.from({ length: functions }, work));
  expect(answered.good).toHaveLength(20);
  expect(Math.max(...answered.good) - began).toBeLessThan(3 * timeoutMs * busyness());
  const endpoint = await deps.webhookEndpoints.find(slow.id, slow.endpoint.id);
  expect(endpoint?.laneWaiting).toBeDefined();
  expect(mostAtSlow).toBeLessThanOrEqual(functions + sideBySide);
});

it('two endpoints of one account are apart', async () => {
  const world = await newWorld();
  const app = await startApp(world);
  const one = await subscriber(app, { url: 'https://bad.example.com/' });
  await newEndpoint(app, one.headers, { url: 'https://good.example.com/' });
  world.hooks.answer = ({ url }) => ({ status: url.includes('bad') ? 500 : 200, body: '' });
  for (let i = 0; i < 10; i++) await one.order(`order_created:${i}`);
  await app.settle();
  await app.work('webhooks');
  const good = world.hooks.posts.filter(({ url }) => url.includes('good'));
  expect(good).toHaveLength(10);
});
