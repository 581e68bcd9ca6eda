// Slow: it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import fastify from 'fastify';
import { Hono } from 'hono';
import { listen } from '#lib/local/listen.ts';
import { Adtrail, AdtrailError, type AdtrailOptions } from '#packages/node/src/index.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { until } from '#test/kit/until.ts';
import { runProgram } from '../install.ts';
import { answerOf, startShop } from './service.ts';

type Handler = (request: unknown, response: { json(body: unknown): void }) => Promise<void>;
type Express = () => RequestListener & {
  set(name: string, value: string): void;
  post(path: string, handler: Handler): void;
};
const express = createRequire(import.meta.url)('express') as Express;

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shop.sent.splice(0);
  shop.faults.splice(0);
});

describe('the process of a shop', () => {
  it('the process of a shop survives every refusal of every method when nothing is awaited', async () => {
    const { code, stdout, stderr } = await runProgram(process.execPath, ['test/packages/node/careless-shop.ts'], { cwd: '.' });
    expect([code, stderr]).toEqual([0, '']);
    const { outcomes } = JSON.parse(stdout) as { outcomes: Record<string, string> };
    expect(Object.keys(outcomes).length).toBeGreaterThan(40);
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'alive')).toEqual([]);
  });

  it('the process of a shop ends with 0 at SIGTERM while the service is away, without a warning of a leak', async () => {
    const child = spawn(process.execPath, ['test/packages/node/terminated-shop.ts'], {
      env: { ...process.env, AWS_LAMBDA_FUNCTION_NAME: 'shop' },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    await until(async () => stdout.includes('sold'));
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect([code, stdout, stderr]).toEqual([0, 'sold\nundelivered 60\n', '']);
  });
});

describe('an error', () => {
  /** Express, Koa, Fastify, Hono, h3, Nest, hapi and Sinatra read these properties of an error. */
  const readByFrameworks = [
    'status',
    'statusCode',
    'statusMessage',
    'httpCode',
    'http_status',
    'headers',
    'expose',
    'response',
    'isBoom',
    'output',
    'getResponse',
    'getStatus',
    'body',
    'validation',
    'unhandled',
    'fatal',
    'digest',
  ];
  const errorOf = async (options: AdtrailOptions, order: object = { orderId: 'x' }) => {
    const error = await shop
      .client({ retryForMs: 0, ...options })
      .order(order as never)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AdtrailError);
    return error as AdtrailError;
  };

  it.each([401, 403, 404, 413, 422, 429, 500])(
    'an error of a service that responds with %i has no property that a framework responds with',
    async (status) => {
      const error = await errorOf({ fetch: async () => answerOf(status, { code: 'x', detail: 'No.' }) });
      expect(error.httpStatus).toBe(status);
      expect(readByFrameworks.filter((name) => name in error)).toEqual([]);
    },
  );

  it('an error of an event that was not sent has none, either', async () => {
    const errors = [await errorOf({}, {}), await errorOf({ maxQueue: 0 })];
    for (const error of errors) expect(readByFrameworks.filter((name) => name in error)).toEqual([]);
  });

  const away: AdtrailOptions = { fetch: async () => answerOf(401, { code: 'unauthorized', detail: 'No.' }) };
  const order = () => shop.client(away).order({ orderId: 'x' });
  const statusOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/orders`, { method: 'POST' })).status;

  it('an error of a wrong key is no 401 of the shop with Express', async () => {
    const app = express();
    app.set('env', 'test');
    app.post('/orders', async (_, response) => void response.json(await order()));
    const server = createServer(app);
    expect(await statusOf(await listen(server, 0))).toBe(500);
    server.close();
  });

  it('an error of a wrong key is no 401 of the shop with Fastify', async () => {
    const app = fastify();
    app.post('/orders', () => order());
    expect((await app.inject({ method: 'POST', url: '/orders' })).statusCode).toBe(500);
  });

  it('an error of a wrong key is no 401 of the shop with Hono', async () => {
    const app = new Hono();
    app.onError((_, context) => context.text('', 500));
    app.post('/orders', async (context) => context.json(await order()));
    expect((await app.request('/orders', { method: 'POST' })).status).toBe(500);
  });
});

describe('a call with a limit', () => {
  const hanging = () => {
    let go = () => {};
    shop.faults.push(async (forward) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return forward();
    });
    return () => go();
  };

  it('a call with a limit rejects after `timeoutMs`, and the event is delivered in the background, once', async () => {
    const results: string[] = [];
    const client = shop.client({ onResult: ({ event_id }) => results.push(event_id) });
    const go = hanging();
    const started = Date.now();
    await expect(client.order({ orderId: 'late' }, { timeoutMs: 100 })).rejects.toMatchObject({
      name: 'NotDeliveredError',
      code: 'timeout',
      willRetry: true,
      event: { event_id: 'order_created:late' },
    });
    expect(Date.now() - started).toBeLessThan(3000 * busyness());
    expect(client.pending).toBe(1);
    go();
    await client.flush();
    expect(results).toEqual(['order_created:late']);
    expect(await client.order({ orderId: 'late' }, { timeoutMs: 30_000 })).toMatchObject({ duplicate: true });
  });

  it('a call with a limit rejects when its signal is aborted, also one that was before; the event is delivered', async () => {
    const client = shop.client();
    const go = hanging();
    const abort = new AbortController();
    const sent = client.order({ orderId: 'aborted' }, { signal: abort.signal });
    const early = client.order({ orderId: 'early' }, { signal: AbortSignal.abort() });
    await expect(early).rejects.toMatchObject({ code: 'aborted', willRetry: true });
    await until(async () => shop.sent.length > 0);
    abort.abort();
    await expect(sent).rejects.toMatchObject({ code: 'aborted', willRetry: true });
    go();
    await client.flush();
    for (const id of ['aborted', 'early']) expect(await shop.receipt(`order_created:${id}`)).toMatchObject({ event_type: 'order_created' });
  });

  it('a call with a limit can share its signal with many calls without a warning of a leak', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const { signal } = new AbortController();
    const client = shop.client({ serverless: true, timeoutMs: 60_000 });
    const calls = Array.from({ length: 30 }, (_, at) => client.order({ orderId: `many-${at}` }, { signal }));
    await Promise.all(calls);
    await new Promise(setImmediate);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  it('a call with a limit that is no number has none', async () => {
    expect(await shop.client().order({ orderId: 'no-limit' }, { timeoutMs: Number.NaN })).toMatchObject({
      accepted: true,
    });
  });
});

describe('close', () => {
  it('close counts no event that the service has refused as undelivered', async () => {
    const fetch: AdtrailOptions['fetch'] = async (_, { body }) => {
      const results = JSON.parse(body).events.map((_: unknown, index: number) => ({
        index,
        status: 422,
        accepted: false,
        matched: false,
        duplicate: false,
      }));
      return answerOf(422, { results });
    };
    for (const count of [1, 2, 5]) {
      const client = shop.client({ fetch });
      for (let order = 0; order < count; order++) client.order({ orderId: `r${order}` });
      expect(await client.close()).toEqual({ undelivered: 0 });
    }
  });

  it('close ends in time with a `fetch` of the application that ignores its signal', async () => {
    const client = shop.client({ fetch: () => new Promise(() => {}) });
    const sent = client.order({ orderId: 'x' });
    expect(await client.close({ timeoutMs: 50 })).toEqual({ undelivered: 1 });
    await expect(sent).rejects.toMatchObject({ name: 'NotDeliveredError' });
    expect(client.pending).toBe(0);
  });
});

describe('the log of a client without `onError`', () => {
  it('the log of a client without `onError` has a line a minute for each code, and a line for all that it left out', async () => {
    vi.useFakeTimers();
    const log = vi.spyOn(console, 'error').mockReturnValue();
    try {
      const client = new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'https://adtrail.example', maxQueue: 0 });
      for (let count = 0; count < 1000; count++) client.order({ orderId: `folded-${count}` });
      client.order({ orderId: '' });
      await vi.advanceTimersByTimeAsync(60_000);
      client.order({ orderId: 'folded' });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(log.mock.calls.flat()).toEqual([
        'adtrail: QueueFullError (queue_full) order_created: 0 events wait already.',
        'adtrail: EventRefusedError (event_id_missing) order_created needs an ID of yours.',
        'adtrail: 999 more with the code queue_full.',
        'adtrail: QueueFullError (queue_full) order_created: 0 events wait already.',
      ]);
    } finally {
      log.mockRestore();
      vi.useRealTimers();
    }
  });
});

it('refuses options that are no numbers when it is made, not when the first order comes', () => {
  for (const name of ['timeoutMs', 'retryForMs', 'maxQueue', 'batchSize', 'batchDelayMs', 'concurrency'])
    for (const value of [Number.NaN, -1, 'soon'])
      expect(() => new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'https://x', [name]: value })).toThrow(
        `${name} is not a number of 0 or more.`,
      );
});
