import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addDemoBooks, planDemoBooks } from '#lib/local/demo-books.ts';
import { demoBooks, shopExport } from '#lib/local/demo-orders.ts';
import { listen } from '#lib/local/listen.ts';
import { temporaryFolder } from './temporary-folder.ts';

const keys = { public_key: 'pk_live_demo', secret_key: 'sk_live_demo' };
const now = Date.parse('2026-11-20T15:00:00Z');
const directory = temporaryFolder();

const requests: string[] = [];
const bodies: string[] = [];
let failing = '';
let reconciliations: unknown[] = [];
const server = createServer(async (request, response) => {
  const line = `${request.method} ${request.url}`;
  requests.push(line);
  let body = '';
  for await (const chunk of request) body += chunk;
  bodies.push(body);
  await pause(20);
  requests.push(`answered ${line}`);
  response.statusCode = failing && line.startsWith(failing) ? 503 : 200;
  response.end(JSON.stringify({ reconciliations }));
});
let api = '';
beforeAll(async () => {
  api = `http://127.0.0.1:${await listen(server, 0)}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  for (const list of [requests, bodies]) list.length = 0;
  failing = '';
  reconciliations = [];
});
const counted = async () => void requests.push('counted');
const add = () => addDemoBooks({ api, directory, keys, accessToken: 'token', counted });
const state = () => JSON.parse(readFileSync(`${directory}/demo-books.json`, 'utf8'));

it("the demo shop's orders have one of each difference that a reconciliation shows", async () => {
  const { orders, adjustments } = await demoBooks(keys, now);
  const byId = new Map(orders.map((order) => [order.order_id, order]));
  expect(byId.size).toBe(orders.length);
  expect(orders.map(({ occurred_at }) => occurred_at).filter((at) => at < '2026-11-05')).toEqual([]);
  expect(new Set(orders.map(({ currency }) => currency))).not.toContain('dollars');
  expect(orders.filter(({ value }) => !/^\d+\.\d\d$/.test(value))).toEqual([]);
  const [refunded, cancelled] = adjustments.map(({ event_id }) => byId.get(event_id.split(':')[1] ?? ''));
  expect(refunded).toMatchObject({ status: 'partially_refunded', refunded: '30.00' });
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  expect(adjustments).toMatchObject([
    { reason: 'refund', net_value: (Number(refunded?.value) - 30).toFixed(2) },
    { reason: 'cancellation', net_value: '0.00' },
  ]);
  expect(Date.parse(adjustments[0]?.effective_at ?? '')).toBe(Date.parse(refunded?.occurred_at ?? '') + 86_400_000);
  const statuses = Object.groupBy(orders, ({ status }) => status);
  expect(statuses.cancelled).toHaveLength(2);
  expect(statuses.refunded).toEqual([expect.objectContaining({ refunded: statuses.refunded?.[0]?.value })]);
  expect([byId.has('NW-12000'), byId.has('NW-12001')]).toEqual([false, true]);
  expect(byId.get('NW-M1')).not.toHaveProperty('svc_click_id');
  expect(byId.get('NW-M2')).toMatchObject({ svc_click_id: expect.stringMatching(/^s_\w{22}$/) });
  expect(byId.get('NW-M3')).toMatchObject({ external_user_id: 'customer-24' });
  expect(byId.get('NW-M4')).toMatchObject({ test: 'true', value: '1.00' });
  expect(byId.get('NW-M5')).toMatchObject({ status: 'pending' });
});

it('the books of the demo are added once, the refund before the list of orders, which waits until all is counted', async () => {
  await add();
  expect(requests).toEqual([]);
  await planDemoBooks(directory, now);
  await add();
  expect(state()).toEqual({ until: now, isAdded: true });
  expect(requests.splice(6, 1)).toEqual(['counted']);
  expect(requests.map((line) => line.replace(/(events\/)[^/]+/, '$1ID'))).toEqual(
    [
      'PUT events/ID/adjustment',
      'PUT events/ID/adjustment',
      'GET reconciliations',
      'POST reconciliations?from=2026-10-29&to=2026-11-04',
      'POST reconciliations?from=2026-11-05&to=2026-11-18',
    ]
      .map((line) => line.replace(' ', ' /api/v1/pixel/'))
      .flatMap((line) => [line, `answered ${line}`]),
  );
  const [refund, cancellation, , shopFile, file = ''] = bodies;
  const { orders, adjustments } = await demoBooks(keys, now);
  expect([refund, cancellation].map((body) => JSON.parse(body ?? ''))).toEqual(
    adjustments.map(({ event_id: _, ...adjustment }) => adjustment),
  );
  expect(shopFile).toBe(await shopExport(keys, now));
  expect(shopFile?.split('\n')[1]).toMatch(/^#NW-10\d+,paid,2026-10-29T.*,5159806763157$/);
  expect(file.split('\n')[0]).toBe('order_id,occurred_at,value,currency,status,refunded,test,svc_click_id,external_user_id');
  expect(file.trimEnd().split('\n')).toHaveLength(orders.length + 1);
  requests.length = 0;
  await add();
  expect(requests).toEqual([]);
});

it('the books of the demo are added by the next start when the service refuses them, and no second list is sent', async () => {
  await planDemoBooks(directory, now);
  for (failing of ['PUT', 'GET', 'POST']) {
    await expect(add()).rejects.toThrow(`${failing} `);
    expect(state()).toMatchObject({ isAdded: false });
  }
  failing = '';
  reconciliations = [{}, {}];
  requests.length = 0;
  await add();
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(state()).toMatchObject({ isAdded: true });
});
