// Slow: it starts processes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { busyness } from '#test/kit/cpu-clock.ts';
import { leaksIn } from '#test/kit/leaks.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const data = join(temporaryFolder(), 'data');
const start = () => spawnHost(['--port', '0', '--data', data, '--json']);
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

type Report = { rows: { campaign: string; count: number; value: string }[] };
async function call(url: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  return { status: answer.status, body: await answer.json() };
}

describe('npm start', () => {
  const host = start();
  let facts: Awaited<ReturnType<typeof host.ready>>;
  const reported = async () => {
    const query = `from=${day(-1)}&to=${day(1)}&group_by=campaign`;
    const url = `${facts.api}/api/v1/pixel/reports/conversions?${query}`;
    return ((await call(url, facts.demo.access_token)).body as Report).rows;
  };
  const mails = async () => ((await (await fetch(`${facts.inbox}/store`)).json()) as { emails: { messageId: string }[] }).emails;
  const convert = async (event_id: string) => {
    const landing = 'https://shop.example/?svc_campaign=spring_sale';
    const session = await call(`${facts.api}/api/v1/pixel/sessions`, '', {
      key: facts.demo.public_key,
      url: landing,
    });
    const { sid } = session.body as { sid: string };
    const event = { event_id, event_type: 'order_created', svc_click_id: sid, value: 25.99, currency: 'USD' };
    return call(`${facts.api}/api/v1/pixel/server-events`, facts.demo.secret_key, event);
  };

  it('npm start prints one JSON line with every address and the demo account when it is ready', async () => {
    facts = await host.ready();
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(facts).toEqual({
      api: address,
      docs: `${facts.api}/docs`,
      console: `${facts.api}/console`,
      shop: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      inbox: address,
      vendors: address,
      operator_token: expect.stringMatching(/^op_/),
      demo: {
        user_id: 1,
        email: expect.stringContaining('@'),
        password: expect.any(String),
        access_token: expect.stringMatching(/^eyJ/),
        public_key: expect.stringMatching(/^pk_/),
        secret_key: expect.stringMatching(/^sk_live_/),
      },
      engines: { dynamodb: address, sqs: address, s3: address, oidc: address },
    });
    expect(host.output.stdout.trimEnd()).toBe(JSON.stringify(facts));
    expect(host.output.stderr).toBe('');
  });

  it('npm start serves at every address that it names', async () => {
    const pages = [facts.console, facts.docs, `${facts.inbox}/store`, `${facts.vendors}/requests`, `${facts.engines.oidc}/jwks`];
    const statuses = await Promise.all(pages.map(async (page) => (await fetch(page)).status));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('npm start answers HEAD over HTTP with the length of the page and no body', async () => {
    const [get, head] = await Promise.all([fetch(facts.docs), fetch(facts.docs, { method: 'HEAD' })]);
    const page = await get.text();
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page)));
    expect((await fetch(`${facts.docs}/`)).url).toBe(facts.docs);
    for (const beside of [facts.console, facts.shop, facts.inbox, `${facts.vendors}/requests`])
      expect([beside, (await fetch(beside, { method: 'HEAD' })).status]).toEqual([beside, 200]);
  });

  it('npm start serves pages whose parts are written out', async () => {
    const { api, docs, inbox, shop, vendors } = facts;
    for (const url of [`${api}/start`, docs, inbox, shop, vendors]) {
      const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
      expect([url, /^\s*<!doctype html>/i.test(page), page.includes('[object')]).toEqual([url, true, false]);
    }
    const missing = (path: string) => fetch(`${api}${path}`, { headers: { accept: 'text/html' } });
    expect(await (await missing('/guides')).text()).toContain('This page does not exist');
    expect(await (await missing('/api/v1/none')).json()).toMatchObject({ code: 'not_found' });
  });

  it('npm start says that every engine works', async () => {
    const health = await fetch(`${facts.api}/health`);
    expect([health.status, health.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const names = ['disk', 'dynamodb', 'sqs', 's3', 'mail', 'oidc', 'vendors'];
    expect(await health.json()).toEqual({
      status: 'ok',
      version: expect.any(String),
      engines: Object.fromEntries(names.map((name) => [name, 'ok'])),
    });
    expect((await fetch(`${facts.api}/health`, { method: 'HEAD' })).status).toBe(200);
  });

  it('npm start lets a front end on any port of this machine call the API, and no other origin', async () => {
    const preflight = (origin: string) =>
      fetch(`${facts.api}/api/v1/credits`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const read = (origin: string) => fetch(`${facts.api}/api/v1/credits`, { headers: { origin } });
    for (const call of [preflight, read])
      for (const [origin, allowed] of [
        ['http://localhost:5173', 'http://localhost:5173'],
        ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
        ['https://evil.example', null],
      ] as const)
        expect((await call(origin)).headers.get('access-control-allow-origin')).toBe(allowed);
  });

  it('npm start brings a conversion through the table stream into the report, and a mail through the outbox', async () => {
    expect(await convert('order-1')).toMatchObject({ status: 200, body: { matched: true } });
    const rows = await until(async () => (await reported()).length && reported());
    expect(rows).toEqual([expect.objectContaining({ campaign: 'spring_sale', count: 1, value: '25.99' })]);
    const key = { name: 'Back end', kind: 'secret', environment: 'live' };
    const created = await call(`${facts.api}/api/v1/pixel/keys`, facts.demo.access_token, key);
    expect(created.status).toBe(201);
    expect(await until(async () => (await mails()).length)).toBeGreaterThan(0);
  });

  it('npm start writes what functions log to a file and keeps secrets readable by their owner alone', () => {
    const log = readFileSync(join(data, 'service.log'), 'utf8');
    expect(log).toContain('"duration_ms"');
    expect(leaksIn(log)).toEqual([]);
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['secrets.json', 'demo.json', 'mails.ndjson', 'service.log']));
    for (const { parentPath, name } of files) expect([name, statSync(join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('npm start answers no page of the web, whatever name or origin it comes with', async () => {
    const { api, inbox, vendors, shop, engines } = facts;
    const isRefused = (url: string, headers: Record<string, string>) =>
      new Promise<boolean>((resolve, reject) =>
        request(url, { method: 'POST', headers }, async (answer) => {
          const body = Buffer.concat(await Array.fromAsync(answer)).toString();
          resolve(answer.statusCode === 403 && /Host header must be|Pages of other origins/.test(body));
        })
          .on('error', reject)
          .end('{}'),
      );
    for (const [name, url] of Object.entries({ api, inbox, vendors, shop, ...engines })) {
      expect([name, await isRefused(url, { host: 'evil.example' })]).toEqual([name, true]);
      for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
        expect([name, origin, await isRefused(url, { origin })]).toEqual([name, origin, name !== 'api']);
      expect([name, await isRefused(url, { origin: 'http://localhost:5173' })]).toEqual([name, false]);
    }
  });

  it('npm start refuses a second host on the same data, with one sentence', async () => {
    const second = start();
    expect(await second.ended()).toEqual([1, null]);
    const sentence = `Another host (process ${host.child.pid}) uses the data folder ${data}: stop it, or set --data to another folder.\n`;
    expect(second.output).toEqual({ stdout: '', stderr: sentence });
  });

  it('npm start refuses a port that is taken, with one sentence', async () => {
    const port = new URL(facts.api).port;
    const second = spawnHost(['--port', port, '--data', join(data, 'other'), '--json']);
    expect(await second.ended()).toEqual([1, null]);
    expect(second.output.stderr).toBe(`Port ${port} is used by another program: set --port to another one, or to 0 for any.\n`);
  });

  it('npm start keeps everything over kill -9', async () => {
    const mailed = (await mails()).map((mail) => mail.messageId);
    expect((await convert('order-2')).status).toBe(200);
    const before = facts;
    expect(await host.end('SIGKILL')).toEqual([null, 'SIGKILL']);

    const next = start();
    facts = await next.ready();
    expect({ ...facts.demo, access_token: '' }).toEqual({ ...before.demo, access_token: '' });
    expect(facts.operator_token).toBe(before.operator_token);
    const rows = await until(async () => (await reported())[0]?.count === 2 && reported());
    expect(rows).toEqual([expect.objectContaining({ count: 2, value: '51.98' })]);
    expect(await convert('order-1')).toMatchObject({ status: 200, body: { duplicate: true } });
    expect((await mails()).map((mail) => mail.messageId)).toEqual(expect.arrayContaining(mailed));
    expect((await call(`${facts.api}/api/v1/pixel/keys`, before.demo.access_token)).status).toBe(200);

    const started = Date.now();
    expect(await next.end('SIGTERM')).toEqual([0, null]);
    expect(Date.now() - started).toBeLessThan(2500 * busyness());
    expect(next.output.stderr).toBe('');
    await expect(fetch(facts.api)).rejects.toThrow();
  });
});
