// Slow: it starts processes.
import { appendFileSync, readdirSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { AdtrailError, AdtrailOptions } from '#packages/node/src/index.ts';
import { diskSpool } from '#packages/node/src/spool.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { answerOf, startShop } from './service.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
const base = temporaryFolder();
let folders = 0;
let orders = 0;
const nextOrder = () => `s${++orders}`;
const away = async (): Promise<Response> => {
  throw new TypeError('fetch failed');
};
const spooled = (folder: string, options: AdtrailOptions = {}) =>
  shop.client({ spool: diskSpool(folder), ...options });
const newFolder = () => join(base, String(++folders));
const files = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.spool'));

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.faults.splice(0));

it('keeps what a closed client could not deliver, and the next one delivers it', async () => {
  const folder = newFolder();
  const errors: AdtrailError[] = [];
  const first = spooled(folder, {
    ...{ fetch: away, batchSize: 4, concurrency: 2 },
    onError: (error) => errors.push(error),
  });
  const ids = Array.from({ length: 30 }, nextOrder);
  const sent = ids.map((orderId) => first.order({ orderId, value: 2 }));
  await Promise.all(sent.map(({ queued }) => queued));
  expect(await first.close({ timeoutMs: 50 })).toEqual({ undelivered: 30 });
  await expect(sent[0]).rejects.toMatchObject({ name: 'NotDeliveredError', willRetry: true });
  expect(files(folder)).toHaveLength(1);

  const results: string[] = [];
  const second = spooled(folder, { onResult: ({ event_id }) => results.push(event_id) });
  await second.flush();
  expect(results.sort()).toEqual(ids.map((id) => `order_created:${id}`).sort());
  await second.close();
  expect(files(folder)).toHaveLength(0);
});

it('is readable by its owner alone, and empty when everything is delivered', async () => {
  const folder = newFolder();
  const client = spooled(folder);
  const order = client.order({ orderId: nextOrder() });
  await order.queued;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of files(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  await order;
  await client.close();
  expect(files(folder)).toHaveLength(0);
});

it('confirms an event only when the disk has it', async () => {
  const folder = newFolder();
  const client = spooled(folder, { fetch: away });
  const orderId = nextOrder();
  await client.order({ orderId }).queued;
  const [file = ''] = files(folder);
  expect(readFileSync(join(folder, file), 'utf8')).toContain(`"order_created:${orderId}"`);
  await client.close({ timeoutMs: 0 });
});

it('ignores a line that a crash has cut', async () => {
  const folder = newFolder();
  const first = spooled(folder, { fetch: away });
  await first.order({ orderId: nextOrder() }).queued;
  await first.close({ timeoutMs: 0 });
  const [file = ''] = files(folder);
  appendFileSync(join(folder, file), '{"+":"99","e":{"event_id":"order_created:c');
  const results: string[] = [];
  const second = spooled(folder, { onResult: ({ event_id }) => results.push(event_id) });
  await second.flush();
  expect(results).toHaveLength(1);
  await second.close();
});

it('drops what can never be accepted, and keeps events while the key is refused', async () => {
  const folder = newFolder();
  const errors: AdtrailError[] = [];
  const client = spooled(folder, { onError: (error) => errors.push(error) });
  shop.faults.push(async () => answerOf(401, { detail: 'No.', code: 'unauthenticated' }));
  const good = client.order({ orderId: nextOrder() });
  const bad = client.order({ orderId: nextOrder(), value: -1 });
  await expect(bad).rejects.toMatchObject({ name: 'EventRefusedError' });
  expect(await good).toMatchObject({ accepted: true });
  expect(errors.map(({ name, willRetry }) => [name, willRetry])).toEqual([
    ['RequestRefusedError', true],
    ['EventRefusedError', false],
  ]);
  await client.close();
  expect(files(folder)).toHaveLength(0);
});

it('leaves events of another key kind or address alone', async () => {
  const folder = newFolder();
  const other = spooled(folder, { fetch: away, secretKey: 'sk_test_other' });
  await other.order({ orderId: nextOrder() }).queued;
  await other.close({ timeoutMs: 0 });
  const results: unknown[] = [];
  const client = spooled(folder, { onResult: (result) => results.push(result) });
  await client.flush();
  await client.close();
  expect(results).toEqual([]);
  expect(files(folder)).toHaveLength(1);
});

it('loses nothing when another process takes the file of one that still lives', async () => {
  const folder = newFolder();
  let isAway = true;
  const results: string[] = [];
  const paused = spooled(folder, { fetch: (url, init) => (isAway ? away() : shop.fetch(url, init)) });
  const before = nextOrder();
  await paused.order({ orderId: before }).queued;
  const [file = ''] = files(folder);
  const taken = file.replace(/-\d+-\d+\.[\w-]+\.spool$/, `-1-0.${crypto.randomUUID()}.spool`);
  renameSync(join(folder, file), join(folder, taken));
  const after = nextOrder();
  await paused.order({ orderId: after }).queued;
  const named = files(folder).filter((name) => name !== taken);
  expect(named).toHaveLength(1);
  expect(readFileSync(join(folder, named[0] ?? ''), 'utf8')).toContain(`order_created:${after}`);
  await paused.close({ timeoutMs: 0 });
  isAway = false;
  const old = new Date(Date.now() - 120_000);
  utimesSync(join(folder, taken), old, old);
  const next = spooled(folder, { onResult: ({ event_id }) => results.push(event_id) });
  await next.flush();
  await next.close();
  expect(new Set(results)).toEqual(new Set([`order_created:${before}`, `order_created:${after}`]));
});

it('says so when it cannot be written, and still sends the event', async () => {
  const folder = newFolder();
  const errors: string[] = [];
  const client = spooled(folder, { onError: ({ code }) => errors.push(code) });
  await client.flush();
  renameSync(folder, `${folder}-gone`);
  const order = client.order({ orderId: nextOrder() });
  await expect(order.queued).rejects.toMatchObject({ code: 'spool_failed' });
  expect(await order).toMatchObject({ accepted: true });
  expect(errors).toEqual(['spool_failed']);
  renameSync(`${folder}-gone`, folder);
  await client.order({ orderId: nextOrder() }).queued;
  await client.close();
});

it('goes to another file when one is large, and deletes it when its events are delivered', async () => {
  const folder = newFolder();
  const client = spooled(folder, { batchSize: 20 });
  const properties = { text: 'x'.repeat(30_000) };
  for (let round = 0; round < 4; round++) {
    const sent = Array.from({ length: 60 }, () => client.order({ orderId: nextOrder(), properties }));
    await Promise.all(sent);
  }
  await until(() => files(folder).length <= 2);
  const sizes = files(folder).map((file) => statSync(join(folder, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000);
  await client.close();
  expect(files(folder)).toHaveLength(0);
});

describe('a short process', () => {
  const leave = async (folder: string, count: number) => {
    for (let left = 0; left < count; left++) {
      const dead = spooled(folder, { fetch: away, onError: () => {} });
      await dead.order({ orderId: nextOrder() }).queued;
      await dead.close({ timeoutMs: 0 });
    }
    expect(files(folder)).toHaveLength(count);
  };

  it('a short process that sends one order and closes at once delivers all that dead ones have left, too', async () => {
    const folder = newFolder();
    await leave(folder, 3);
    const results: string[] = [];
    const client = spooled(folder, { onResult: ({ event_id }) => results.push(event_id) });
    client.order({ orderId: nextOrder() });
    expect(await client.close()).toEqual({ undelivered: 0 });
    expect(results).toHaveLength(4);
    expect(files(folder)).toHaveLength(0);
  });

  it('a short process that sends nothing does so as well, and so does one whose queue is smaller than what is left', async () => {
    for (const maxQueue of [10_000, 1]) {
      const folder = newFolder();
      await leave(folder, 3);
      const client = spooled(folder, { maxQueue });
      expect(await client.close()).toEqual({ undelivered: 0 });
      expect(files(folder)).toHaveLength(0);
    }
  });

  it('a short process keeps what it took over when the service is away, and ends in time', async () => {
    const folder = newFolder();
    await leave(folder, 3);
    const client = spooled(folder, { fetch: away, onError: () => {} });
    const began = performance.now();
    expect((await client.close({ timeoutMs: 300 })).undelivered).toBe(3);
    expect(performance.now() - began).toBeLessThan(5000);
    const next = spooled(folder);
    expect(await next.close()).toEqual({ undelivered: 0 });
    expect(files(folder)).toHaveLength(0);
  });
});
