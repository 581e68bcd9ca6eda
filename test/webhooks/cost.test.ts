import { newWorld, startApp } from '#test/kit/harness.ts';
import { run, subscriber } from './scene.ts';

// docs/webhooks.md computes the cost of a delivery from these calls.
it('a delivery costs one write when its event happens, one message, two reads, one post and one write', async () => {
  const app = await startApp(await newWorld());
  const { order } = await subscriber(app);
  await order('order_created:0');
  await run(app);
  const callsFor = async (count: number, prefix: string) => {
    for (let i = 0; i < count; i++) await order(`${prefix}:${i}`);
    const from = app.calls.length;
    await run(app);
    const of = app.calls.slice(from).filter(({ by }) => by === 'webhook-deliveries' || by === 'outbox');
    return Object.entries(Object.groupBy(of, ({ by, operation }) => `${by} ${operation}`)).map(
      ([call, calls = []]) => `${call} ${calls.length}`,
    );
  };
  expect((await callsFor(5, 'a')).sort()).toEqual([
    'outbox SendMessage 5',
    'webhook-deliveries GetItem 10',
    'webhook-deliveries PostWebhook 5',
    'webhook-deliveries UpdateItem 5',
  ]);
});
