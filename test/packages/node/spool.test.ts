// Slow: it starts processes.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
const spooled = (folder: string, options: AdtrailOptions = {}) => shop.client({ spool: diskSpool(folder), ...options });
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
    fetch: away,
    batchSize: 4,
    concurrency: 2,
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

it('leaves events of the other environment alone', async () => {
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

it('delivers to a new address what was stored for the old one, with another key, too', async () => {
  const folder = newFolder();
  const old = spooled(folder, { fetch: away, baseUrl: 'https://old.example', secretKey: 'sk_live_old' });
  await old.order({ orderId: nextOrder() }).queued;
  await old.close({ timeoutMs: 0 });
  const client = spooled(folder);
  expect(await client.close()).toEqual({ undelivered: 0 });
  expect(files(folder)).toHaveLength(0);
});

it('delivers what an earlier version of the package stored for the same address', async () => {
  const folder = newFolder();
  mkdirSync(folder);
  const prefix = createHash('sha256').update('live https://adtrail.example').digest('hex').slice(0, 12);
  const orderId = nextOrder();
  const event = { event_type: 'order_created', event_id: `order_created:${orderId}` };
  const name = `${prefix}.0badcafe-1-0.${crypto.randomUUID()}.spool`;
  writeFileSync(join(folder, name), `{"+":"1","e":${JSON.stringify(event)}}\n`);
  utimesSync(join(folder, name), 1, 1);
  const results: string[] = [];
  const client = spooled(folder, { onResult: ({ event_id }) => results.push(event_id) });
  await client.close();
  expect([results, files(folder)]).toEqual([[`order_created:${orderId}`], []]);
});

it('refuses a second client, which needs a spool of its own', () => {
  const spool = diskSpool(newFolder());
  shop.client({ spool });
  expect(() => shop.client({ spool })).toThrow('This spool is in use.');
});

describe('the events for which the memory has no room', () => {
  it('the events for which the memory has no room go to the disk, and are delivered in the order of time', async () => {
    const folder = newFolder();
    const [errors, results]: [string[], string[]] = [[], []];
    let isAway = true;
    const client = spooled(folder, {
      maxQueue: 10,
      batchSize: 5,
      concurrency: 1,
      fetch: (url, init) => (isAway ? away() : shop.fetch(url, init)),
      onError: ({ code }) => errors.push(code),
      onResult: ({ event_id }) => results.push(event_id),
    });
    const ids = Array.from({ length: 60 }, nextOrder);
    const sent = ids.map((orderId) => client.order({ orderId }));
    await Promise.all(sent.map(({ queued }) => queued));
    expect(client.pending).toBe(60);
    await expect(sent[59]).rejects.toMatchObject({
      name: 'NotDeliveredError',
      code: 'on_disk',
      willRetry: true,
      event: { event_id: `order_created:${ids[59]}` },
    });
    isAway = false;
    expect(await client.flush()).toEqual({ undelivered: 0 });
    await until(() => results.length === 60);
    expect(results).toEqual(ids.map((id) => `order_created:${id}`));
    expect(errors).toEqual([]);
    expect(await client.close()).toEqual({ undelivered: 0 });
    expect(files(folder)).toHaveLength(0);
  });

  it('the events for which the memory has no room are delivered by close, and by the next process after a close in an outage', async () => {
    const folder = newFolder();
    const first = spooled(folder, { fetch: away, maxQueue: 5, onError: () => {} });
    for (let count = 0; count < 25; count++) first.order({ orderId: nextOrder() });
    expect(await first.close({ timeoutMs: 200 })).toEqual({ undelivered: 25 });
    const results: string[] = [];
    const next = spooled(folder, { maxQueue: 5, onResult: ({ event_id }) => results.push(event_id) });
    for (let count = 0; count < 25; count++) next.order({ orderId: nextOrder() });
    expect(await next.close()).toEqual({ undelivered: 0 });
    expect(new Set(results).size).toBe(50);
    expect(files(folder)).toHaveLength(0);
  });

  it('the events for which the memory has no room are delivered also by a client without any place in memory', async () => {
    const client = spooled(newFolder(), { maxQueue: 0 });
    const orders = Array.from({ length: 3 }, () => client.order({ orderId: nextOrder() }));
    await Promise.all(orders.map(({ queued }) => queued));
    expect(await client.close({ timeoutMs: 5000 })).toEqual({ undelivered: 0 });
  });

  it('the events for which the memory has no room end a flush, with one report, if the disk cannot be read', async () => {
    const codes: string[] = [];
    const add = async () => {};
    const recover = () => Promise.reject(new Error('No such folder.'));
    const spool = { open() {}, add, addAside: add, remove() {}, recover, close: add };
    const client = shop.client({ spool, maxQueue: 1, onError: ({ code }) => void codes.push(code) });
    for (let count = 0; count < 3; count++) client.order({ orderId: nextOrder() });
    const began = performance.now();
    expect(await client.flush({ timeoutMs: 5000 })).toEqual({ undelivered: 2 });
    expect(performance.now() - began).toBeLessThan(4000);
    expect(codes.filter((code) => code === 'spool_unreadable').length).toBeLessThan(6);
    await client.close({ timeoutMs: 50 });
  });

  it('the events for which the memory has no room are refused if the disk refuses them, or if the spool has no place for them', async () => {
    const folder = newFolder();
    const errors: string[] = [];
    const hold = new Promise<Response>(() => {});
    const onError = ({ code }: AdtrailError) => errors.push(code);
    const client = spooled(folder, { fetch: () => hold, maxQueue: 1, onError });
    await client.order({ orderId: nextOrder() }).queued;
    renameSync(folder, `${folder}-gone`);
    const order = client.order({ orderId: nextOrder() });
    await expect(order.queued).rejects.toMatchObject({ name: 'QueueFullError', code: 'queue_full' });
    await expect(order).rejects.toMatchObject({ message: expect.stringContaining('cannot be written') });
    renameSync(`${folder}-gone`, folder);
    await client.close({ timeoutMs: 0 });
    const spool = { open: vi.fn(), add: vi.fn(), remove: vi.fn(), recover: async () => null, close: vi.fn() };
    const other = shop.client({ spool, fetch: () => hold, maxQueue: 1, onError });
    other.order({ orderId: nextOrder() });
    await expect(other.order({ orderId: nextOrder() })).rejects.toMatchObject({ code: 'queue_full' });
    await other.close({ timeoutMs: 0 });
    expect(errors.filter((code) => code === 'queue_full')).toHaveLength(2);
  });
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
