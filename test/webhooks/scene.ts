import { Webhook } from 'standardwebhooks';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import type { Sent } from '#test/kit/world.ts';

type CreateBody = Parameters<TestApp['webhooks']['createWebhookEndpoint']>[0]['body'];

export async function newEndpoint(app: TestApp, headers: Record<string, string>, body: Partial<CreateBody> = {}) {
  const answer = await app.webhooks.createWebhookEndpoint({
    body: { url: 'https://shop.example.com/hook', ...body },
    headers,
  });
  if (answer.status !== 201) throw new Error(`createWebhookEndpoint: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function subscriber(app: TestApp, body: Partial<CreateBody> = {}) {
  const advertiser = await newAdvertiser(app, body.environment ?? 'live');
  const endpoint = await newEndpoint(app, advertiser.headers, body);
  const order = async (eventId: string, more: object = {}) =>
    await app.conversions.sendConversion({
      body: {
        event_type: 'order_created',
        event_id: eventId,
        value: 25.99,
        svc_click_id: await advertiser.click(),
        ...more,
      },
      headers: advertiser.key,
    });
  return { ...advertiser, endpoint, order };
}

export async function run(app: TestApp): Promise<void> {
  const { world } = app;
  for (let rounds = 0; rounds < 200; rounds++) {
    await app.settle();
    const due = world.messages.findIndex((sent) => sent.queue === 'webhooks' && dueAt(world, sent) <= world.clock.now);
    if (due < 0) return;
    const [sent] = world.messages.splice(due, 1) as [Sent];
    if (!(await app.attempt('webhooks', sent.message))) throw new Error('A message of webhooks has failed.');
  }
  throw new Error('The webhooks do not come to rest.');
}

const sentAt = new WeakMap<Sent, number>();
function dueAt({ clock }: TestApp['world'], sent: Sent): number {
  const at = sentAt.get(sent) ?? clock.now;
  sentAt.set(sent, at);
  return at + sent.delaySeconds * 1000;
}

export async function pass(app: TestApp, seconds: number): Promise<void> {
  const until = app.world.clock.now + seconds * 1000;
  await run(app);
  while (app.world.clock.now < until) {
    app.world.clock.now = Math.min(until, app.world.clock.now + 60_000);
    await run(app);
  }
}

export const verified = (app: TestApp, secret: string) =>
  app.world.hooks.posts.map(({ body, headers }) => {
    // The webhook library needs the real time, because the tests' clock does not move.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
    try {
      return new Webhook(secret).verify(body, headers) as Payload;
    } finally {
      clock.mockRestore();
    }
  });

export type Payload = {
  type: string;
  timestamp: string;
  id: string;
  environment: string;
  test?: true;
  data: Record<string, unknown>;
};

export const deliveriesOf = async (
  app: TestApp,
  { headers, endpoint }: { headers: Record<string, string>; endpoint: { id: string } },
  query: Parameters<TestApp['webhooks']['listWebhookDeliveries']>[0]['query'] = {},
) => {
  const answer = await app.webhooks.listWebhookDeliveries({
    params: { id: endpoint.id },
    query,
    headers,
  });
  if (answer.status !== 200) throw new Error(`listWebhookDeliveries: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

export async function sentConversionEvents(app: TestApp) {
  const { order, click } = await subscriber(app);
  await order('order_created:1');
  await order('order_created:1', { value: 3 });
  await order('order_created:2', { svc_click_id: 'gclid:late' });
  await run(app);
  app.world.clock.now += 1000;
  await click('svc_campaign=spring&gclid=late');
  await run(app);
  return app.world.hooks.posts.map(({ body }) => JSON.parse(body) as { type: string; data: object });
}
