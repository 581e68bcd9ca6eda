// Slow: it starts processes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportBucket, queueUrl, region } from '#lib/local/environment.ts';
import type { Facts } from '#lib/local/host.ts';
import { type MachineOnly, machineOnly } from '#lib/local/machine-only.ts';
import { secretsIn } from '#lib/local/secrets.ts';
import type { AwsCall } from '#shared/aws/aws-call.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { billingSignature, partnerSignature } from '#shared/http/webhook-signatures.ts';
import { until } from '#test/kit/until.ts';
import { listenersOf, listeningPorts } from './listening-ports.ts';
import { type SpawnedHost, spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const publicUrl = 'http://127.0.0.2:1';
const start = (name: string, ...args: string[]) => spawnHost(['--port', '0', '--json', '--data', join(folder, name), ...args]);

let host: SpawnedHost;
let facts: Facts;
beforeAll(async () => {
  host = start('exposed', '--public-url', publicUrl);
  facts = await host.ready();
});

const call = (endpoint: string, service: string, secretAccessKey: string): AwsCall =>
  signedAws({
    service,
    region,
    endpoint,
    jsonVersion: '1.0',
    credentials: () => ({ accessKeyId: 'local', secretAccessKey }),
  });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(facts.api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const ports = () => listeningPorts(host.child.pid ?? 0).filter((port) => facts.api !== `http://127.0.0.1:${port}`);
const everyPort = async (path: string, init?: RequestInit) => {
  const asked = ports().map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { port, status: answer.status, text: await answer.text() };
  });
  expect(asked.length).toBeGreaterThan(0);
  return Promise.all(asked);
};
/** The mail engine loads with the first mail, so a port of its own would open now. */
async function withMail(api: string, email: string, name: string) {
  const body = JSON.stringify({ email });
  await fetch(`${api}/api/v1/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const file = join(folder, name, 'mails.ndjson');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(email), 30);
}
const asOwner = () => ({ authorization: `Bearer ${facts.demo.access_token}` });

const attempts: Record<MachineOnly, () => Promise<void>> = {
  async identity_provider() {
    const claims = { email: 'demo@adtrail.example', email_verified: true, sub: 'x' };
    const body = JSON.stringify({ claims });
    const tokens = await everyPort('/idp/token', { method: 'POST', body });
    for (const { text } of tokens) expect(text).not.toContain('id_token');
    for (const { text } of await everyPort('/jwks')) expect(text).not.toContain('"kty"');
    expect(await (await fetch(`${facts.api}/api/v1/auth/oauth/idp`)).text()).not.toContain('authorize');
    expect(facts.engines.oidc).toBe('');
  },
  async mock_servers() {
    for (const { text } of await everyPort('/requests')) expect(text).not.toMatch(/^\[/);
    for (const { status } of await everyPort('/faults', { method: 'POST', body: '{"vendor":"llm"}' })) expect(status).not.toBe(201);
    expect(facts.vendors).toBe('');
    const site = { company_website: 'northwind.example', async_mode: false };
    const found = await post('/api/v1/competitors/discover', site, asOwner());
    expect(await found.text()).not.toContain('Strideloom');
  },
  async mail_inbox() {
    const before = ports();
    await withMail(facts.api, facts.demo.email, 'exposed');
    expect(ports()).toEqual(before);
    for (const path of ['/store', '/', '/get-emlContent?messageId=1', '/v2/email/account'])
      for (const { port, status } of await everyPort(path)) expect([path, port, status >= 400]).toEqual([path, port, true]);
    for (const { text } of await everyPort('/store')) expect(text).not.toContain('emails');
    for (const { text } of await everyPort('/')) expect(text).not.toContain('<html');
    expect(facts.inbox).toBe('');
  },
  async demo_shop() {
    expect(facts.shop).toBe('');
    for (const { text } of await everyPort('/')) expect(text).not.toContain(facts.demo.public_key);
  },
  async start_page() {
    expect((await fetch(`${facts.api}/start`)).status).toBe(404);
    expect(await (await fetch(`${facts.api}/console`)).text()).not.toContain('adtrail-local');
  },
  async sign_in_by_click() {
    const headers = { 'sec-fetch-site': 'same-origin' };
    for (const path of ['/local/demo-session', '/local/operator-session'])
      expect([path, (await post(path, {}, headers)).status]).toEqual([path, 404]);
  },
  async known_secrets() {
    const now = Date.now();
    const raw = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } });
    const signature = billingSignature(raw, { secret: 'whsec_local', now });
    const event = await post('/api/v1/webhooks/billing', JSON.parse(raw), { 'billing-signature': signature });
    expect(await event.json()).toMatchObject({ code: 'not_configured' });
    const partner = partnerSignature(raw, { secret: 'local', now });
    const headers = { 'x-partner-timestamp': partner.timestamp, 'x-partner-signature': partner.signature };
    expect((await post('/api/v1/webhooks/partner', JSON.parse(raw), headers)).status).toBe(503);
  },
  async unsigned_calls() {
    const { dynamodb, sqs } = facts.engines;
    const scan = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.Scan' };
    const unsigned = await everyPort('/', {
      method: 'POST',
      headers: scan,
      body: '{"TableName":"accounts"}',
    });
    for (const { port, status, text } of unsigned) expect([port, status >= 400, text.includes('Items')]).toEqual([port, true, false]);
    for (const key of ['local', 'guess']) {
      await expect(call(dynamodb, 'dynamodb', key)('DynamoDB_20120810.Scan', { TableName: 'accounts' })).rejects.toMatchObject({
        status: 403,
      });
      await expect(call(sqs, 'sqs', key)('AmazonSQS.ListQueues', {})).rejects.toMatchObject({ status: 403 });
    }
    for (const path of ['/files', '//', '/exports/x', '/_fauxqs/queues', '/backups?list-type=2'])
      for (const { port, status } of await everyPort(path)) expect([path, port, status >= 400]).toEqual([path, port, true]);
  },
  async webhooks_to_this_machine() {
    const endpoint = { url: facts.engines.sqs, events: ['conversion.attributed'], environment: 'test' };
    expect((await post('/api/v1/webhook-endpoints', endpoint, asOwner())).status).toBe(422);
  },
  async site_checks_on_this_machine() {
    const answer = await post('/api/v1/pixel/check-site', { url: facts.api }, asOwner());
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('address_refused')]);
  },
  async local_front_ends() {
    const headers = { origin: 'http://localhost:5173' };
    const answer = await fetch(`${facts.api}/api/v1/credits`, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  },
};

describe('a host that others reach', () => {
  it.each(machineOnly)('a host that others reach gives another process of the machine no %s', (name) => attempts[name]());

  it('a host that others reach answers the engine calls that the key of its data folder signs', async () => {
    const { engine_key } = secretsIn(join(folder, 'exposed'));
    const tables = call(facts.engines.dynamodb, 'dynamodb', engine_key)('DynamoDB_20120810.ListTables', {});
    expect(await tables).toMatchObject({ TableNames: expect.arrayContaining(['accounts']) });
    const QueueUrl = queueUrl(facts.engines.sqs, 'effects');
    const queues = call(facts.engines.sqs, 'sqs', engine_key);
    expect(await queues('AmazonSQS.GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] })).toMatchObject({
      Attributes: expect.anything(),
    });
  });

  it('a host that others reach counts conversions and is healthy', async () => {
    const session = await post('/api/v1/pixel/sessions', {
      key: facts.demo.public_key,
      url: 'https://shop.example/?svc_campaign=spring',
    });
    const { sid } = (await session.json()) as { sid: string };
    const event = {
      event_id: 'o-1',
      event_type: 'order_created',
      svc_click_id: sid,
      value: 5,
      currency: 'USD',
    };
    const sent = await post('/api/v1/pixel/server-events', event, {
      authorization: `Bearer ${facts.demo.secret_key}`,
    });
    expect(await sent.json()).toMatchObject({ matched: true });
    const reported = async () => {
      const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
      const url = `${facts.api}/api/v1/pixel/reports/conversions?from=${from}&to=${to}&group_by=campaign`;
      return (await (await fetch(url, { headers: asOwner() })).json()) as { rows: unknown[] };
    };
    await until(async () => (await reported()).rows.length === 1, 20);
    expect(await (await fetch(`${facts.api}/health`)).json()).toMatchObject({
      engines: { dynamodb: 'ok', sqs: 'ok', s3: 'ok', disk: 'ok', mail: 'ok' },
    });
  });
});

describe('a host at every address of the machine', () => {
  it('listens there with its API alone, and no other port answers without credentials', async () => {
    const open = start('open', '--address', '0.0.0.0');
    const { api, demo } = await open.ready();
    await withMail(api, demo.email, 'open');
    const port = Number(new URL(api).port);
    const listeners = listenersOf(open.child.pid ?? 0);
    expect(listeners.filter(({ address }) => address !== '127.0.0.1')).toEqual([{ address: '0.0.0.0', port }]);
    const engines = listeners.filter((listener) => listener.port !== port);
    expect(engines.length).toBeGreaterThan(1);
    const scan = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.Scan' };
    for (const engine of engines)
      for (const path of ['/', '/store', '/requests', '/jwks', '/_fauxqs/queues', '/backups?list-type=2'])
        for (const init of [{}, { method: 'POST', headers: scan, body: '{"TableName":"accounts"}' }]) {
          const { status } = await fetch(`http://127.0.0.1:${engine.port}${path}`, init);
          expect([engine.port, path, status >= 400]).toEqual([engine.port, path, true]);
        }
    await open.end('SIGTERM');
  });
});

describe('files of a host that others reach', () => {
  const data = 'files';
  let own: SpawnedHost;
  let at: Facts;
  const started = async () => {
    own = start(data, '--public-url', publicUrl);
    at = await own.ready();
  };
  beforeAll(started);
  const asked = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${at.demo.access_token}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await (await fetch(`${at.api}/api/v1${path}`, init)).json()) as Record<string, string>;
  };
  /** A reverse proxy passes the public address on to the service's own port. */
  const proxied = (link = '', init: RequestInit = {}) => {
    expect(link).toContain(`${publicUrl}/files/`);
    return fetch(link.replace(publicUrl, at.api), init);
  };

  it('files of a host that others reach come and go by its public address, also after a restart', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `2025-11-01,Brand ${at},USD,5,${'-'.repeat(900)}`);
    const file = `Day,Campaign,Currency code,Cost,Note\n${rows.join('\n')}\n`;
    expect(file.length).toBeGreaterThan(17 * 1024 * 1024);
    const upload = await asked('/uploads', { size_bytes: file.length });
    const origin = 'https://shop.example';
    expect((await proxied(upload.url, { method: 'PUT', body: file, headers: { origin } })).status).toBe(403);
    expect((await proxied(upload.url, { method: 'PUT', body: file })).status).toBe(200);
    const { import_id } = await asked('/spend/imports', {
      network: 'google_ads',
      account: 'web',
      upload_id: upload.upload_id,
    });
    const imported = async () => await asked(`/spend/imports/${import_id}`);
    await until(async () => !['pending', 'running'].includes((await imported()).status ?? ''), 60);
    expect(await imported()).toMatchObject({ status: 'completed', rows: 20_000 });

    const ordered = await asked('/pixel/exports', { from: '2025-11-01', to: '2025-11-02' });
    expect(ordered).toMatchObject({ status: 'pending' });
    const exported = async () => await asked(`/pixel/exports/${ordered.export_id}`);
    await until(async () => (await exported()).status === 'completed', 30);
    const { url: link } = await exported();
    const download = await proxied(link);
    expect([download.status, download.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')]);
    expect(download.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    const [bare = ''] = (link ?? '').split('?');
    for (const [url, init] of [
      [bare, {}],
      [`${publicUrl}/files/backups?list-type=2`, {}],
      [`${publicUrl}/files/`, { method: 'POST', body: new FormData() }],
      [link, { method: 'DELETE' }],
      [link?.replace(/Signature=./, 'Signature=x'), {}],
    ] as const)
      expect([url, (await proxied(url, init)).status]).toEqual([url, 403]);
    await own.end('SIGTERM');
    await started();
    expect((await proxied(link)).status).toBe(200);
  });
});

describe('the engines of any host', () => {
  let own: Facts;
  let ownHost: SpawnedHost;
  beforeAll(async () => {
    ownHost = start('objects');
    own = await ownHost.ready();
  });

  it('every port of a host without options is for this machine alone', () => {
    const listeners = listenersOf(ownHost.child.pid ?? 0);
    expect(new Set(listeners.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  });

  it('the mail engine of any host has no port beside the door that refuses foreign pages', async () => {
    const before = listeningPorts(ownHost.child.pid ?? 0);
    await withMail(own.api, own.demo.email, 'objects');
    expect(listeningPorts(ownHost.child.pid ?? 0)).toEqual(before);
    expect((await fetch(`${own.inbox}/store`)).status).toBe(200);
    const headers = { origin: 'https://shop.example' };
    expect((await fetch(`${own.inbox}/store`, { headers })).status).toBe(403);
  });

  const storeAt = (now?: () => number) =>
    s3ObjectStore({
      bucket: exportBucket,
      region,
      endpoint: own.engines.s3,
      credentials: () => ({
        accessKeyId: 'local',
        secretAccessKey: secretsIn(join(folder, 'objects')).engine_key,
      }),
      ...(now && { now }),
    });

  it('the object storage of any host gives a file to a link that is signed and has not expired, and to no other request', async () => {
    await storeAt().put('exports/1/events.gz', 'the export', { contentType: 'application/gzip' });
    const link = storeAt().link('exports/1/events.gz', { seconds: 60, fileName: 'events.gz' });
    expect(await (await fetch(link)).text()).toBe('the export');
    const [bare = ''] = link.split('?');
    const anHourAgo = storeAt(() => Date.now() - 3_600_000);
    const others: [string, RequestInit?][] = [
      [bare],
      [bare, { method: 'HEAD' }],
      [bare, { method: 'PUT', body: 'other content' }],
      [bare, { method: 'DELETE' }],
      [link, { method: 'DELETE' }],
      [link.replace('events.gz?', 'other.gz?')],
      [link.replace('Expires=60', 'Expires=600000')],
      [anHourAgo.link('exports/1/events.gz', { seconds: 60 })],
      [`${own.engines.s3}/${exportBucket}?list-type=2&prefix=`],
      [own.engines.s3],
      [`${own.engines.s3}/${exportBucket}`, { method: 'POST', body: new FormData() }],
    ];
    for (const [url, init] of others) expect([url, init?.method, (await fetch(url, init)).status]).toEqual([url, init?.method, 403]);
    expect(await (await fetch(link)).text()).toBe('the export');
  });
});
