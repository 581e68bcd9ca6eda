// Slow: it builds the cloud's template or bundles.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '#lib/cloud/bundle.ts';
import { service } from '#lib/cloud/service-description.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import { deployed, edgeToken } from './deployed.ts';
import { type Json, synthesised } from './synthesised.ts';

const names = ['auth', 'attribution', 'attribution-reads', 'pixel', 'conversions', 'conversion-totals', 'erasure', 'grant-jobs', 'grants'];
let folder: string;
let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let stage: Awaited<ReturnType<typeof deployed>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtrail-deployed-'));
  await bundle(
    service.functions.filter(({ name }) => names.includes(name)),
    folder,
  );
  app = await startApp(await newWorld(Date.now()));
  advertiser = await newAdvertiser(app);
  stage = await deployed(synthesised(), folder, app.world.prefix, secretsJson());
});
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const withoutArgon2 = join(import.meta.dirname, 'without-argon2.cjs');

const headers = { 'content-type': 'application/json', 'user-agent': 'shop' };
const rest = (path: string, body: object, more: object = {}) => ({
  resource: path,
  path,
  httpMethod: 'POST',
  headers: { ...headers, ...more },
  body: JSON.stringify(body),
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  stageVariables: null,
  isBase64Encoded: false,
  requestContext: {
    requestId: crypto.randomUUID(),
    httpMethod: 'POST',
    resourcePath: path,
    identity: { sourceIp: '192.0.2.7' },
  },
});
const byUrl = (path: string, body: object, more: object = {}) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: path,
  rawQueryString: '',
  headers: { ...headers, 'x-adtrail-edge': edgeToken, ...more },
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  isBase64Encoded: true,
  requestContext: { requestId: crypto.randomUUID(), http: { method: 'POST', path, sourceIp: '192.0.2.7' } },
});
const asked = (method: string, path: string, more: object = {}) => {
  const { body: _, requestContext, ...event } = byUrl(path, {}, more);
  const http = { ...requestContext.http, method };
  return { ...event, isBase64Encoded: false, requestContext: { ...requestContext, http } };
};
const reading = (path: string, query: Record<string, string>, more: object) => ({
  ...rest(path, {}, more),
  httpMethod: 'GET',
  body: null,
  queryStringParameters: query,
  multiValueQueryStringParameters: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
});
const queued = (queue: string, bodies: readonly string[]) => ({
  Records: bodies.map((body, i) => ({
    messageId: `m-${i}`,
    receiptHandle: `r-${i}`,
    body,
    attributes: { ApproximateReceiveCount: '1' },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    awsRegion: 'eu-central-1',
    eventSourceARN: `arn:aws:sqs:eu-central-1:111122223333:${queue}`,
  })),
});
const answered = ({ statusCode, body }: Json) => ({ status: statusCode, body: JSON.parse(body || 'null') });
async function counted(): Promise<void> {
  const records = await app.world.streams.peek('conversion-totals');
  const event = app.world.streams.eventOf('conversion-totals', records);
  expect(await stage.invoke('conversion-totals', event)).toMatchObject({ batchItemFailures: [] });
}
const serverEvents = '/api/v1/pixel/server-events';

it('attributes and counts conversions through the deployed bundles, with exactly what their roles grant', async () => {
  const url = 'https://shop.example/?svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1';
  const key = advertiser.pixelKey;
  const byBrowser = async (path: string, body: object) =>
    answered(await stage.invoke('pixel', byUrl(path, body, { origin: 'https://shop.example' })));
  await app.keys.changeSettings({
    query: {},
    body: { identity_attribution: 'answer' },
    headers: advertiser.headers,
  });
  await app.destinations.changeDestination({
    params: { network: 'meta' },
    body: { state: 'collecting' },
    headers: advertiser.headers,
  });
  const consent = { ad_user_data: 'granted', ad_personalization: 'denied' };
  const visit = await byBrowser('/api/v1/pixel/sessions', { key, url, consent });
  expect(visit).toMatchObject({ status: 201 });
  const { sid } = visit.body;
  const named = { key, sid, external_user_id: 'customer-1' };
  expect(await byBrowser('/api/v1/pixel/identify', named)).toMatchObject({ status: 202 });
  const again = answered(await stage.invoke('pixel', rest('/api/v1/pixel/sessions', { key, url, sid })));
  expect(again).toMatchObject({ status: 201, body: { sid } });
  const script = await stage.invoke('pixel', asked('GET', '/pixel/p.js'));
  expect(script).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': expect.stringMatching('javascript') },
  });
  const origin = 'https://shop.example';
  const preflight = await stage.invoke(
    'pixel',
    asked('OPTIONS', '/api/v1/pixel/sessions', { origin, 'access-control-request-method': 'POST' }),
  );
  expect(preflight).toMatchObject({ statusCode: 204, headers: { 'access-control-allow-origin': origin } });

  const order = (id: string, more: object = {}) => ({
    event_type: 'order_created',
    event_id: `order_created:${id}`,
    svc_click_id: sid,
    value: 25.99,
    currency: 'USD',
    ...more,
  });
  const send = async (body: object, as: typeof rest | typeof byUrl = rest) =>
    answered(await stage.invoke('conversions', as(serverEvents, body, advertiser.key)));
  const matched = { accepted: true, matched: true, duplicate: false, campaign: 'spring' };
  expect(await send(order('rest'))).toMatchObject({ status: 200, body: matched });
  expect(await send(order('url'), byUrl)).toMatchObject({ status: 200, body: matched });
  const withKeys = order('url', { user_data: { email: 'ada@example.com' } });
  expect(await send(withKeys, byUrl)).toMatchObject({
    status: 200,
    body: { ...matched, duplicate: true },
  });
  const user = { external_user_id: 'customer-1' };
  const unknown = 's_4fTq0ZkJ8vW2nRxLmP7aBc';
  const batch = await send({
    events: [
      order('1', user),
      order('2'),
      order('2'),
      order('3', { svc_click_id: unknown, ...user }),
      order('4', { svc_click_id: unknown, external_user_id: 'customer-2' }),
    ],
  });
  expect(batch.body.summary).toMatchObject({ duplicates: 1 });

  const viewed = { key, sid, events: [{ event_type: 'page_viewed', url: 'https://shop.example/shoes' }] };
  expect(await byBrowser('/api/v1/pixel/events', viewed)).toMatchObject({
    status: 202,
    body: { accepted: 1 },
  });
  await counted();
  const report = await app.reports.reportConversions({
    query: { group_by: 'campaign' },
    headers: advertiser.headers,
  });
  expect(report.body).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ campaign: 'spring', count: 5 })]),
  });
  expect(stage.denied).toEqual([]);
  expect(stage.unused('pixel')).toEqual([]);
  expect(stage.unused('conversions')).toEqual([]);
  expect(stage.unused('conversion-totals')).toEqual([
    'dynamodb:DeleteItem on attribution',
    'sqs:SendMessage on erasure',
    'sqs:SendMessage on recount',
    'sqs:SendMessage on verdicts',
  ]);
});

it('grants credits through a schedule and a queue', async () => {
  const scheduledAt = new Date().toISOString();
  const run = await stage.invoke('grant-jobs', { job: 'grant_daily_credits', scheduledAt });
  const { task_id } = run;
  const continued = stage.sent.filter(({ queue }) => queue === 'grants');
  expect(continued).toMatchObject([{ by: 'grant-jobs' }]);
  const messages = queued(
    'grants',
    continued.map(({ body }) => body),
  );
  expect(await stage.invoke('grants', messages)).toMatchObject({ batchItemFailures: [] });
  const again = await stage.invoke('grant-jobs', { job: 'grant_daily_credits', scheduledAt });
  expect(again).toMatchObject({ task_id, status: 'completed', granted: 1 });
  expect(await app.ledger.balance(advertiser.id)).toMatchObject({ balance: 5 });
  expect(stage.denied).toEqual([]);
});

it.each([
  ["Node's own argon2id", []],
  ['argon2id in WebAssembly, in a Node without', ['--require', withoutArgon2]],
])('registers, makes keys, reports and erases through the deployed bundles: %s', async (_, nodeOptions) => {
  const own = await deployed(synthesised(), folder, app.world.prefix, secretsJson(), nodeOptions);
  try {
    const person = {
      email: `ada-${crypto.randomUUID()}@northwind.example`,
      password: 'correct horse battery staple',
    };
    const registered = answered(await own.invoke('auth', rest('/api/v1/auth/register', person)));
    expect(registered).toMatchObject({ status: 200 });
    const login = answered(await own.invoke('auth', rest('/api/v1/auth/login', person)));
    expect(login).toMatchObject({ status: 200 });
    const before = answered(await stage.invoke('auth', rest('/api/v1/auth/login', person)));
    expect(before).toMatchObject({ status: 200 });
    const wrong = { ...person, password: 'another one entirely' };
    const refused = answered(await own.invoke('auth', rest('/api/v1/auth/login', wrong)));
    expect(refused).toMatchObject({ status: 401 });

    const asOwner = { authorization: `Bearer ${login.body.access_token}` };
    const keyOf = async (kind: 'public' | 'secret') => {
      const wanted = { name: 'Shop', kind, environment: 'test' };
      const made = answered(await own.invoke('attribution', rest('/api/v1/pixel/keys', wanted, asOwner)));
      expect(made).toMatchObject({ status: 201 });
      return made.body.key;
    };
    const url = 'https://shop.example/?svc_campaign=autumn';
    const visit = { key: await keyOf('public'), url };
    const { sid } = answered(await own.invoke('pixel', byUrl('/api/v1/pixel/sessions', visit))).body;
    const asShop = { authorization: `Bearer ${await keyOf('secret')}` };
    const event = {
      event_type: 'order_created',
      event_id: 'order_created:1',
      value: 5,
      currency: 'USD',
      svc_click_id: sid,
      external_user_id: 'customer-1',
    };
    const sent = answered(await own.invoke('conversions', byUrl(serverEvents, event, asShop)));
    expect(sent).toMatchObject({ status: 200, body: { matched: true } });
    await counted();
    const path = '/api/v1/pixel/reports/conversions';
    const report = answered(await own.invoke('attribution-reads', reading(path, { group_by: 'campaign', environment: 'test' }, asOwner)));
    expect(report).toMatchObject({ status: 200, body: { rows: [{ campaign: 'autumn', count: 1 }] } });

    const selector = { external_user_id: 'customer-1' };
    const erased = answered(await own.invoke('attribution', rest('/api/v1/pixel/privacy/erase', selector, asOwner)));
    expect(erased).toMatchObject({ status: 202, body: { erased_events: 1 } });
    const left = own.sent.filter(({ queue }) => queue === 'erasure').map(({ body }) => body);
    expect(left.length).toBeGreaterThan(0);
    expect(await own.invoke('erasure', queued('erasure', left))).toMatchObject({ batchItemFailures: [] });
    expect(own.denied).toEqual([]);
  } finally {
    await own.close();
  }
});

it('notices a grant that is missing, and one that nothing needs', async () => {
  const body = { key: advertiser.pixelKey, url: 'https://shop.example/' };
  await stage.invoke('pixel', rest('/api/v1/pixel/sessions', body), 'docs');
  expect(stage.denied.splice(0)).toContain('docs: dynamodb:GetItem on attribution');
  expect(stage.unused('attribution')).toContain('dynamodb:DeleteItem on attribution');
});
