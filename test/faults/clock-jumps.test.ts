// Slow: it tries many faults.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '#lib/local/host.ts';
import { until } from '#test/kit/until.ts';
import { shiftedClock } from '#test/local/shifted-clock.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const folder = temporaryFolder();
const hour = 3_600_000;
const clock = shiftedClock(join(folder, 'shift'));
const perBatch = 20;

let facts: Facts;
let acknowledged = 0;
const day = (offset: number) => new Date(Date.now() + offset * 24 * hour).toISOString().slice(0, 10);
const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
const post = (path: string, body: object, token: string) =>
  fetch(facts.api + path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });

let sent = 0;
let sid = '';
async function sendBatch(): Promise<number> {
  const events = Array.from({ length: perBatch }, () => ({
    event_id: `order-${sent++}`,
    event_type: 'order_created',
    svc_click_id: sid,
    value: 1,
    currency: 'USD',
  }));
  const answer = await post('/api/v1/pixel/server-events', { events }, facts.demo.secret_key);
  if (answer.ok) acknowledged += perBatch;
  await answer.arrayBuffer();
  return answer.status;
}
async function reported(): Promise<number> {
  const query = `from=${day(-3)}&to=${day(3)}&group_by=campaign`;
  const answer = await fetch(`${facts.api}/api/v1/pixel/reports/conversions?${query}`, {
    headers: bearer(facts.demo.access_token),
  });
  const { rows = [] } = (await answer.json()) as { rows?: { count: number }[] };
  return rows.reduce((sum, { count }) => sum + count, 0);
}

describe('a host whose clock jumps repeatedly', () => {
  beforeAll(async () => {
    facts = await spawnHost(['--port', '0', '--json', '--data', join(folder, 'data')], clock.env).ready();
    const landing = { key: facts.demo.public_key, url: 'https://shop.example/?svc_campaign=spring' };
    const session = await post('/api/v1/pixel/sessions', landing, '');
    sid = ((await session.json()) as { sid: string }).sid;
    let isLoaded = true;
    const load = (async () => {
      while (isLoaded) await Promise.all([sendBatch(), delay(100)]);
    })();
    for (const shift of [0, hour, 0, -2 * hour, 24 * hour]) {
      clock.set(shift);
      await delay(2000);
    }
    clock.set(0);
    await delay(300);
    isLoaded = false;
    await load;
  });

  it('after clock jumps, a host counts every acknowledged event within a minute, without a restart', async () => {
    expect(acknowledged).toBeGreaterThan(400);
    await until(async () => (await reported()) === acknowledged, 60).catch(async () => expect(await reported()).toBe(acknowledged));
  });

  it('after clock jumps, a host accepts events again within a minute', async () => {
    await until(async () => (await sendBatch()) < 300, 60);
    for (let batches = 0; batches < 20; batches++) expect(await sendBatch()).toBeLessThan(300);
  });

  it('after clock jumps, a host delivers mails and signs users in', async () => {
    const { email, password } = facts.demo;
    const code = await post('/api/v1/auth/forgot-password', { email }, '');
    expect(code.status).toBe(200);
    const login = await post('/api/v1/auth/login', { email, password }, '');
    expect(login.status).toBe(200);
    const mails = async () => (await fetch(`${facts.inbox}/store`)).text();
    await until(async () => /code/i.test(await mails()), 60);
  });
});
