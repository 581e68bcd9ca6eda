import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '#lib/bundle.ts';
import { service } from '#lib/service-description.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import { deployed } from './deployed.ts';
import { type Json, synthesised } from './synthesised.ts';

const names = ['pixel', 'conversions', 'conversion-totals', 'grant-jobs', 'grants'];
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
  // The functions' clocks are real.
  app = await startApp(await newWorld(Date.now()));
  advertiser = await newAdvertiser(app);
  stage = await deployed(synthesised(), folder, app.world.prefix, secretsJson());
}, 120_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const headers = { 'content-type': 'application/json', 'user-agent': 'shop' };
const rest = (path: string, body: object, more: object = {}) => ({
  ...{
    resource: path,
    path,
    httpMethod: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  },
  ...{ multiValueHeaders: {}, queryStringParameters: null, multiValueQueryStringParameters: null },
  ...{ pathParameters: null, stageVariables: null, isBase64Encoded: false },
  requestContext: {
    requestId: crypto.randomUUID(),
    httpMethod: 'POST',
    resourcePath: path,
    identity: { sourceIp: '192.0.2.7' },
  },
});
const byUrl = (path: string, body: object, more: object = {}) => ({
  ...{
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { ...headers, ...more },
  },
  ...{ body: Buffer.from(JSON.stringify(body)).toString('base64'), isBase64Encoded: true },
  requestContext: { requestId: crypto.randomUUID(), http: { method: 'POST', path, sourceIp: '192.0.2.7' } },
});
const answered = ({ statusCode, body }: Json) => ({ status: statusCode, body: JSON.parse(body || 'null') });
/** What waits in the table's stream for the totals, as Lambda brings it. */
async function counted(): Promise<void> {
  const records = await app.world.streams.peek('conversion-totals');
  const event = app.world.streams.eventOf('conversion-totals', records);
  expect(await stage.invoke('conversion-totals', event)).toMatchObject({ batchItemFailures: [] });
}
const serverEvents = '/api/v1/pixel/server-events';

it('attributes and counts conversions through the deployed bundles, with exactly what their roles grant', async () => {
  const url = 'https://shop.example/?svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1';
  const visit = await stage.invoke(
    'pixel',
    rest('/api/v1/pixel/sessions', { key: advertiser.pixelKey, url }),
  );
  expect(answered(visit)).toMatchObject({ status: 201 });
  const { sid } = answered(visit).body;
  const named = { key: advertiser.pixelKey, sid, external_user_id: 'customer-1' };
  const linked = await stage.invoke('pixel', rest('/api/v1/pixel/identify', named));
  expect(answered(linked)).toMatchObject({ status: 202 });

  const order = (id: string, more: object = {}) => ({
    ...{
      event_type: 'order_created',
      event_id: `order_created:${id}`,
      svc_click_id: sid,
      value: 25.99,
      currency: 'USD',
    },
    ...more,
  });
  const send = async (body: object, as: typeof rest | typeof byUrl = rest) =>
    answered(await stage.invoke('conversions', as(serverEvents, body, advertiser.key)));
  const matched = { accepted: true, matched: true, duplicate: false, campaign: 'spring' };
  expect(await send(order('rest'))).toMatchObject({ status: 200, body: matched });
  expect(await send(order('url'), byUrl)).toMatchObject({ status: 200, body: matched });
  expect(await send(order('url'), byUrl)).toMatchObject({
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

  await counted();
  const report = await app.attribution.reportConversions({
    query: { group_by: 'campaign' },
    headers: advertiser.headers,
  });
  expect(report.body).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ campaign: 'spring', count: 5 })]),
  });
  expect(stage.denied).toEqual([]);
  expect(stage.unused('pixel')).toEqual([]);
  expect(stage.unused('conversions')).toEqual([]);
  // For a row that an erasure could not see yet, and for a log that takes no rows.
  expect(stage.unused('conversion-totals')).toEqual([
    'sqs:SendMessage on erasure',
    'sqs:SendMessage on recount',
  ]);
});

it('grants credits through a schedule and a queue', async () => {
  const scheduledAt = new Date().toISOString();
  const run = await stage.invoke('grant-jobs', { job: 'grant_daily_credits', scheduledAt });
  const { task_id } = run;
  const continued = stage.sent.filter(({ queue }) => queue === 'grants');
  expect(continued).toMatchObject([{ by: 'grant-jobs' }]);
  const Records = continued.map(({ body }, i) => ({
    ...{ messageId: `m-${i}`, receiptHandle: `r-${i}`, body, attributes: { ApproximateReceiveCount: '1' } },
    ...{ messageAttributes: {}, md5OfBody: '', eventSource: 'aws:sqs', awsRegion: 'eu-central-1' },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:111122223333:grants',
  }));
  expect(await stage.invoke('grants', { Records })).toMatchObject({ batchItemFailures: [] });
  // The schedule's second call finds the first one's task.
  const again = await stage.invoke('grant-jobs', { job: 'grant_daily_credits', scheduledAt });
  expect(again).toMatchObject({ task_id, status: 'completed', granted: 1 });
  expect(await app.ledger.balance(advertiser.id)).toMatchObject({ balance: 5 });
  expect(stage.denied).toEqual([]);
});

it('notices a grant that is missing, and one that nothing needs', async () => {
  const body = { key: advertiser.pixelKey, url: 'https://shop.example/' };
  // The same bundle under another role, which may read no table and no secret of the pixel's.
  await stage.invoke('pixel', rest('/api/v1/pixel/sessions', body), 'docs');
  expect(stage.denied.splice(0)).toContain('docs: dynamodb:GetItem on attribution');
  expect(stage.unused('attribution')).toContain('dynamodb:DeleteItem on attribution');
});
