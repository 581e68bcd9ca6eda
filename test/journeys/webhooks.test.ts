import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliveriesOf, newEndpoint, pass, run } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { eventLog } from './event-books.ts';
import { joins, opensShop, type Person, registers, type Shop, signsIn, verifies } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const posted = (host: string) =>
  app.world.hooks.posts
    .filter(({ url }) => new URL(url).hostname === host)
    .map(({ body }) => JSON.parse(String(body)).data.event_id as string);
const sell = async ({ send }: Shop, sid: string, from: number, count: number) => {
  const events = Array.from({ length: count }, (_, at) => ({
    id: `order:${from + at}`,
    type: 'order_created',
    svc_click_id: sid,
    data: { value: 2.5 },
  }));
  expect((await send({ events })).status).toBe(200);
};
async function allDeliveries(headers: Record<string, string>, endpoint: { id: string }) {
  const all = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const page = await deliveriesOf(app, { headers, endpoint }, query);
    all.push(...page.deliveries);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}

it('a shop whose server is down for a day loses no webhook event: another shop is not delayed, one mail tells, and after the replay deliveries, log and totals are the same events', async () => {
  const slow: Person = await registers(app);
  const create = { url: 'https://slow.example.com/hook', events: ['conversion.attributed' as const] };
  const refused = { status: 403, body: { code: 'verification_required', next: expect.any(Object) } };
  expect(await app.webhooks.createWebhookEndpoint({ body: create, headers: slow.headers })).toMatchObject(refused);
  expect(mailedCode(app, slow.email)).toMatch(/^\d{6}$/);
  await verifies(app, slow);
  const endpoint = await newEndpoint(app, slow.headers, create);
  const quick = await joins(app);
  const quickEndpoint = await newEndpoint(app, quick.headers, { url: 'https://quick.example.com/hook' });
  const [slowShop, quickShop] = [await opensShop(app, slow), await opensShop(app, quick)];
  const [slowSid, quickSid] = [await slowShop.land(), await quickShop.land()];

  let isDown = true;
  app.world.hooks.answer = ({ url }) => (isDown && url.includes('slow') ? { status: 503, body: 'down' } : { status: 204, body: '' });
  await sell(slowShop, slowSid, 0, 120);
  await sell(quickShop, quickSid, 0, 30);
  await pass(app, 60);
  expect(new Set(posted('quick.example.com')).size).toBe(30);
  expect(posted('quick.example.com')).toHaveLength(30);

  await pass(app, 30 * 3600);
  const headers = await signsIn(app, slow);
  const endpoints = async () => bodyOf(await app.webhooks.listWebhookEndpoints({ headers })).endpoints;
  expect(await endpoints()).toMatchObject([{ status: 'disabled', disabled_reason: 'failing' }]);
  const notices = app.world.mails.filter(({ subject }) => subject === 'A webhook endpoint was disabled');
  expect(notices.map(({ to }) => to)).toEqual([slow.email]);
  await sell(slowShop, slowSid, 120, 10);
  await pass(app, 600);

  isDown = false;
  app.world.hooks.posts.length = 0;
  const params = { id: endpoint.id };
  const since = '2026-11-21T00:00:00Z';
  const replay = () => app.webhooks.replayWebhookEndpoint({ params, body: { since }, headers });
  expect(await replay()).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_disabled' } });
  bodyOf(await app.webhooks.changeWebhookEndpoint({ params, body: { status: 'enabled' }, headers }));
  expect((await replay()).status).toBe(202);
  await pass(app, 600);
  await run(app);

  const accepted = (await eventLog(app, headers, { from: '2026-11-21', to: '2026-11-22' }))
    .filter(({ counted }) => counted)
    .map(({ event_id = '' }) => event_id);
  expect(accepted).toHaveLength(130);
  expect(posted('slow.example.com').toSorted()).toEqual(accepted.toSorted());
  const deliveries = await allDeliveries(headers, endpoint);
  expect(deliveries).toHaveLength(130);
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
  const ofQuick = await allDeliveries(await signsIn(app, quick), quickEndpoint);
  expect(ofQuick.map(({ status, attempts }) => [status, attempts])).toEqual(Array.from({ length: 30 }, () => ['delivered', 0]));
  expect((await expectBooksToAgree(app, slow, headers)).live).toEqual([{ currency: 'USD', value: '325.00', count: 130 }]);
  expect((await expectBooksToAgree(app, quick)).live).toEqual([{ currency: 'USD', value: '75.00', count: 30 }]);
});
