// Slow: it starts processes.
import { inspect } from 'node:util';
import {
  AdtrailError,
  ClosedError,
  EventRefusedError,
  NotDeliveredError,
  QueueFullError,
  RequestRefusedError,
} from '#packages/node/src/index.ts';
import { answerOf, startShop } from './service.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
let click: string;
let orders = 0;
const nextOrder = () => `o${++orders}`;

beforeAll(async () => {
  shop = await startShop();
  click = await shop.advertiser.click();
});
beforeEach(() => {
  shop.sent.splice(0);
  shop.faults.splice(0);
});

const unavailable = async () => answerOf(503, { detail: 'Unavailable.', code: 'unavailable' });
const lost = async (forward: () => Promise<Response>): Promise<Response> => {
  await forward();
  throw new TypeError('fetch failed');
};

describe('an event', () => {
  it('an event is attributed, and a repeat of it is a duplicate', async () => {
    const client = shop.client();
    const orderId = nextOrder();
    const order = { orderId, value: 25.99, currency: 'USD', click };
    expect(await client.order(order)).toMatchObject({
      status: 200,
      accepted: true,
      matched: true,
      duplicate: false,
      event_id: `order_created:${orderId}`,
      campaign: 'spring',
      ad_group: 'shoes',
      ad_id: 'ad_1',
    });
    expect(await client.order(order)).toMatchObject({ matched: true, duplicate: true });
    expect(await shop.receipt(`order_created:${orderId}`)).toMatchObject({ value: '25.99', currency: 'USD' });
  });

  it('an event without a click is accepted, with the reason', async () => {
    const result = await shop.client().order({ orderId: nextOrder(), value: 5 });
    expect(result).toMatchObject({ status: 202, matched: false, reason: 'no_click_id' });
  });

  it('an event has exact minor units with `amount`', async () => {
    const client = shop.client();
    const results = await Promise.all([
      client.order({
        orderId: 'yen',
        amount: 2599,
        currency: 'JPY',
        click,
        userId: 7,
        properties: { size: 42 },
      }),
      client.order({ orderId: 'dollar', amount: 2599, click }),
    ]);
    expect(results.map(({ matched }) => matched)).toEqual([true, true]);
    expect(await shop.receipt('order_created:yen')).toMatchObject({
      value: '2599.00',
      currency: 'JPY',
      properties: { size: 42 },
    });
    expect(await shop.receipt('order_created:dollar')).toMatchObject({ value: '25.99', currency: 'USD' });
  });

  it('an event has an ID that follows from what it is about', async () => {
    const client = shop.client();
    const results = await Promise.all([
      client.purchase({ orderId: 'p1' }),
      client.checkout({ checkoutId: 'c1' }),
      client.itemsAdded({ cartId: 'k1' }),
      client.itemsAdded({ cartId: 'k1', itemId: 'sku' }),
      client.contentsViewed({ sessionId: 's1', contentId: 'shoe' }),
      client.signUp({ userId: 42 }),
      client.subscription({ subscriptionId: 'sub1', userId: 42 }),
      client.track({ event_type: 'trial_started', event_id: 'trial_started:9' }),
    ]);
    expect(results.map(({ event_type, event_id }) => [event_type, event_id])).toEqual([
      ['purchase_completed', 'purchase_completed:p1'],
      ['checkout_started', 'checkout_started:c1'],
      ['items_added', 'items_added:k1'],
      ['items_added', 'items_added:k1:sku'],
      ['contents_viewed', 'contents_viewed:s1:shoe'],
      ['signup_completed', 'signup_completed:42'],
      ['subscription_started', 'subscription_started:sub1'],
      ['trial_started', 'trial_started:9'],
    ]);
    expect(shop.sent).toHaveLength(1);
  });

  it('an event is the time of the call, however late it is delivered', async () => {
    shop.faults.push(unavailable);
    const before = Date.now();
    const orderId = nextOrder();
    const sent = shop.client().order({ orderId, value: 1 });
    const after = Date.now();
    await sent;
    const times = shop.sent.map(({ events: [event] }) => Date.parse(event?.occurred_at as string));
    expect(times).toHaveLength(2);
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(after);
    }
  });

  it('an event is credited by the user ID that a sign-up has linked to a click, after it was answered by its click ID', async () => {
    const client = shop.client();
    await client.signUp({ userId: 'u-77', click });
    await shop.app.settle();
    const result = await client.subscription({ subscriptionId: 'later', userId: 'u-77', value: 49 });
    expect(result).toMatchObject({ status: 202, matched: false, reason: 'no_click_id' });
    await shop.app.settle();
    expect(await shop.receipt(result.event_id)).toMatchObject({
      matched: true,
      matched_by: 'external_user_id',
      campaign: 'spring',
    });
  });

  it('an event can be checked without being stored', async () => {
    const event = {
      event_type: 'order_created',
      event_id: 'order_created:check',
      svc_click_id: click,
      value: 1,
    };
    expect(await shop.client().validate(event)).toMatchObject({
      validate_only: true,
      would_match: true,
      would_duplicate: false,
      would_count: true,
    });
    expect(await shop.client({ validateOnly: true }).track(event)).toMatchObject({ validate_only: true });
    expect(await shop.client().track(event)).toMatchObject({ duplicate: false });
    await expect(shop.client().validate({ ...event, value: -1 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('an event that is only checked reaches neither the spool nor the listeners of results and errors', async () => {
    const spool = { open: vi.fn(), add: vi.fn(), remove: vi.fn(), recover: async () => null, close: vi.fn() };
    const [onResult, onError] = [vi.fn(), vi.fn()];
    const client = shop.client({ onResult, onError, spool });
    const event = { event_type: 'order_created', event_id: `order_created:${nextOrder()}`, value: 1 };
    await client.validate(event);
    await expect(client.validate({ ...event, value: -1 })).rejects.toThrow();
    for (const listener of [onResult, onError, spool.add, spool.remove]) expect(listener).not.toHaveBeenCalled();
    await client.track(event);
    await expect.poll(() => onResult.mock.calls.length).toBe(1);
    expect(spool.add).toHaveBeenCalledOnce();
    await client.close();
  });
});

describe('a batch', () => {
  it('a batch has at most 1,000 events, and every event gets its own result', async () => {
    const errors: AdtrailError[] = [];
    const client = shop.client({ onError: (error) => errors.push(error) });
    const ids = Array.from({ length: 1500 }, (_, index) => `many-${index}`);
    const results = await Promise.allSettled(
      ids.map((orderId, index) => client.order({ orderId, value: index === 700 ? '12,50' : 1, click })),
    );
    expect(shop.sent.map(({ events }) => events.length)).toEqual([1000, 500]);
    for (const [index, result] of results.entries()) {
      if (index === 700) continue;
      if (result.status === 'rejected') throw result.reason;
      expect(result.value.event_id).toBe(`order_created:many-${index}`);
    }
    const [refused] = errors;
    expect(errors).toHaveLength(1);
    expect(refused).toBeInstanceOf(EventRefusedError);
    expect(refused).toMatchObject({
      code: 'validation_failed',
      httpStatus: 422,
      willRetry: false,
      message: 'value: Input should be a valid number',
      event: { event_id: 'order_created:many-700' },
      requestId: expect.stringMatching(/./),
    });
    expect(results[700]).toMatchObject({ status: 'rejected', reason: refused });
  });

  it('a batch stays below the size of a request', async () => {
    const client = shop.client();
    const properties = { text: 'x'.repeat(30_000) };
    const events = Array.from({ length: 200 }, () => client.order({ orderId: nextOrder(), properties, click }));
    expect((await Promise.all(events)).every(({ accepted }) => accepted)).toBe(true);
    expect(shop.sent.length).toBeGreaterThan(1);
  });

  it('a batch is split around an event that the service cannot read', async () => {
    const client = shop.client();
    const strict = async (forward: () => Promise<Response>): Promise<Response> => {
      shop.faults.push(strict);
      const poisoned = shop.sent.at(-1)?.events.some(({ event_id }) => event_id === 'order_created:poison');
      return poisoned ? answerOf(413, { detail: 'Too large.', code: 'too_large' }) : forward();
    };
    shop.faults.push(strict);
    const ids = [...Array.from({ length: 9 }, nextOrder), 'poison', ...Array.from({ length: 9 }, nextOrder)];
    const results = await Promise.allSettled(ids.map((orderId) => client.order({ orderId, click })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
    expect(results[9]).toMatchObject({
      reason: { code: 'too_large', event: { event_id: 'order_created:poison' } },
    });
  });

  it('a batch grows while a request is in flight', async () => {
    const client = shop.client({ batchDelayMs: 0, concurrency: 1 });
    const first = client.order({ orderId: nextOrder() });
    await new Promise(setImmediate);
    const others = Array.from({ length: 20 }, () => client.order({ orderId: nextOrder() }));
    await Promise.all([first, ...others]);
    expect(shop.sent.map(({ events }) => events.length)).toEqual([1, 20]);
  });

  it('a batch is sent each 100 ms at most when events come one after the other, and at once when they are rare', async () => {
    const client = shop.client();
    const alone = performance.now();
    await client.order({ orderId: nextOrder() });
    const waited = performance.now() - alone;
    await new Promise((resolve) => setTimeout(resolve, 150));
    shop.sent.length = 0;
    const began = performance.now();
    const sent: Promise<unknown>[] = [];
    for (let count = 0; count < 200; count++) {
      sent.push(client.order({ orderId: nextOrder() }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(sent);
    const took = performance.now() - began;
    expect(shop.sent.length).toBeLessThanOrEqual(took / 100 + 3);
    expect(shop.sent.flatMap(({ events }) => events)).toHaveLength(200);
    expect(waited).toBeLessThan(took);
  });
});

describe('a failure', () => {
  it.each([
    ['503', unavailable],
    ['429', async () => answerOf(429, { code: 'too_many_requests' }, { 'retry-after': '0' })],
    ['a lost response', lost],
    ['a cut response', async (forward: () => Promise<Response>) => answerOf(200, (await (await forward()).text()).slice(0, 40))],
    ['a page of a proxy with status 200', async () => answerOf(200, '<html>Sign in to the network</html>')],
    ['an answer of another batch', async () => answerOf(200, { results: [] })],
  ])('%s is retried with the same bytes, and counts once', async (_, fault) => {
    shop.faults.push(fault);
    const orderId = nextOrder();
    const result = await shop.client().order({ orderId, value: 3, click });
    expect(result).toMatchObject({ accepted: true, matched: true });
    expect(result).not.toHaveProperty('warnings');
    const [first, second] = shop.sent;
    expect(shop.sent).toHaveLength(2);
    expect(second?.events).toEqual(first?.events);
  });

  it('a failure with Retry-After pauses every batch for so long', async () => {
    shop.faults.push(async () => answerOf(429, { code: 'too_many_requests' }, { 'retry-after': '1' }));
    const client = shop.client({ batchDelayMs: 0 });
    const began = Date.now();
    const first = client.order({ orderId: nextOrder() });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = client.order({ orderId: nextOrder() });
    await second;
    expect(Date.now() - began).toBeGreaterThanOrEqual(950);
    await first;
    expect(shop.sent).toHaveLength(3);
  });

  it('a failure that lasts longer than `retryForMs` rejects: the event may be stored', async () => {
    const forever = async (): Promise<Response> => {
      shop.faults.push(forever);
      return unavailable();
    };
    shop.faults.push(forever);
    const sent = shop.client({ retryForMs: 700 }).order({ orderId: nextOrder() });
    await expect(sent).rejects.toBeInstanceOf(NotDeliveredError);
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', httpStatus: 503, willRetry: false });
    expect(shop.sent.length).toBeGreaterThan(1);
  });

  it('a failure of a request that hangs is a retry after `timeoutMs`', async () => {
    const client = shop.client({
      timeoutMs: 100,
      fetch: (url, init) =>
        shop.sent.length === 0
          ? new Promise((_, reject) => {
              shop.sent.push({ events: [], headers: {} });
              init.signal.addEventListener('abort', () => reject(init.signal.reason));
            })
          : shop.fetch(url, init),
    });
    expect(await client.order({ orderId: nextOrder() })).toMatchObject({ accepted: true });
  });

  it('a failure of the key is not retried, and the message has no key', async () => {
    const secretKey = `sk_live_${'wrong'.repeat(8)}`;
    const sent = shop.client({ secretKey }).order({ orderId: nextOrder() });
    const error = await sent.catch((reason: AdtrailError) => reason);
    expect(error).toBeInstanceOf(RequestRefusedError);
    expect(error).toMatchObject({ httpStatus: 401 });
    expect(shop.sent).toHaveLength(1);
    const logged = `${(error as Error).stack} ${JSON.stringify(error)} ${inspect(error)}`;
    for (const secret of [secretKey, 'order_created']) expect(logged).not.toContain(secret);
    expect(error).toHaveProperty('event.event_type', 'order_created');
  });

  it('a failure of an event before it is sent rejects as well', async () => {
    const client = shop.client();
    await expect(client.order({ orderId: '' })).rejects.toMatchObject({ code: 'event_id_missing' });
    await expect(client.order({ orderId: 'a', value: Number.NaN })).rejects.toMatchObject({
      code: 'invalid_value',
    });
    await expect(client.order({ orderId: 'a', amount: 1.5 })).rejects.toMatchObject({
      code: 'invalid_amount',
    });
    await expect(client.order({ orderId: 'a', amount: 1, value: 1 })).rejects.toMatchObject({
      code: 'amount_and_value',
    });
    await expect(client.order({ orderId: 'a', occurredAt: Number.NaN })).rejects.toMatchObject({
      code: 'invalid_time',
    });
    await expect(client.order({ orderId: 'a', properties: { big: 1n } })).rejects.toMatchObject({
      code: 'not_json',
    });
    expect(shop.sent).toHaveLength(0);
  });
});

describe('the queue', () => {
  it('the queue is bounded: above `maxQueue` an event is rejected at once', async () => {
    const errors: string[] = [];
    const client = shop.client({ maxQueue: 3, onError: ({ code }) => errors.push(code) });
    const sent = Array.from({ length: 4 }, () => client.order({ orderId: nextOrder() }));
    expect(client.pending).toBe(3);
    await expect(sent[3]).rejects.toBeInstanceOf(QueueFullError);
    await expect(sent[3]?.queued).rejects.toBeInstanceOf(QueueFullError);
    await sent[0]?.queued;
    await Promise.all(sent.slice(0, 3));
    expect(errors).toEqual(['queue_full']);
    expect(client.pending).toBe(0);
    await client.order({ orderId: nextOrder() });
  });

  it('the queue is emptied by flush, without the delay of a batch', async () => {
    const client = shop.client({ batchDelayMs: 600_000 });
    const sent = client.order({ orderId: nextOrder() });
    await client.flush();
    expect(client.pending).toBe(0);
    expect(await sent).toMatchObject({ accepted: true });
  });

  it('the queue is emptied by close, which takes no more events', async () => {
    const client = shop.client({ batchDelayMs: 600_000 });
    const sent = client.order({ orderId: nextOrder() });
    expect(await client.close()).toEqual({ undelivered: 0 });
    expect(await sent).toMatchObject({ accepted: true });
    await expect(client.order({ orderId: nextOrder() })).rejects.toBeInstanceOf(ClosedError);
  });

  it('the queue closes in time while the service is away, and says what is not delivered', async () => {
    const away = async (): Promise<Response> => {
      shop.faults.push(away);
      throw new TypeError('fetch failed');
    };
    shop.faults.push(away);
    const client = shop.client();
    const sent = client.order({ orderId: nextOrder() });
    expect(await client.close({ timeoutMs: 200 })).toEqual({ undelivered: 1 });
    await expect(sent).rejects.toMatchObject({ name: 'NotDeliveredError' });
  });

  it('the queue closes itself with `await using`', async () => {
    let sent: Promise<unknown>;
    {
      await using client = shop.client({ batchDelayMs: 600_000 });
      sent = client.order({ orderId: nextOrder() });
    }
    expect(await sent).toMatchObject({ accepted: true });
  });

  it('the queue does not exist where a process can be frozen: each event leaves at once, and keeps the function alive', async () => {
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'checkout';
    try {
      const kept: Promise<unknown>[] = [];
      const client = shop.client({ waitUntil: (promise) => kept.push(promise) });
      const first = client.order({ orderId: nextOrder() });
      await Promise.resolve();
      expect(shop.sent).toHaveLength(1);
      const own: Promise<unknown>[] = [];
      client.order({ orderId: nextOrder() }, { waitUntil: (promise) => own.push(promise) });
      await Promise.resolve();
      expect(shop.sent).toHaveLength(2);
      expect([kept.length, own.length]).toEqual([1, 1]);
      await Promise.all([...kept, ...own]);
      expect(await first).toMatchObject({ accepted: true });
    } finally {
      delete process.env.AWS_LAMBDA_FUNCTION_NAME;
    }
  });

  it('the queue survives errors of its handlers', async () => {
    const fail = () => {
      throw new Error('in the handler');
    };
    const client = shop.client({ onError: fail, onResult: fail });
    client.order({ orderId: nextOrder(), value: -1 });
    await client.flush();
    expect(await client.order({ orderId: nextOrder() })).toMatchObject({ accepted: true });
  });
});

describe('the options', () => {
  it('the options are refused in one sentence when they cannot work', () => {
    const withOptions = (options: object) => () => shop.client(options);
    expect(withOptions({ secretKey: 'pk_live_abc' })).toThrow(
      'secretKey is a public key (pk_…). Use a secret key (sk_live_… or sk_test_…).',
    );
    expect(withOptions({ secretKey: '' })).toThrow('secretKey is missing.');
    expect(withOptions({ baseUrl: 'adtrail.example' })).toThrow('baseUrl is missing: ');
    expect(withOptions({ baseUrl: '' })).toThrow(AdtrailError);
  });

  it('the options come from the environment if there are none', async () => {
    Object.assign(process.env, {
      ADTRAIL_SECRET_KEY: shop.secretKey,
      ADTRAIL_BASE_URL: 'https://a.example/base/',
    });
    try {
      const urls: string[] = [];
      const fetch: typeof shop.fetch = (url, init) => {
        urls.push(url);
        return shop.fetch(url.replace('/base', ''), init);
      };
      const client = shop.client({ secretKey: undefined, baseUrl: undefined, fetch });
      expect(await client.order({ orderId: nextOrder() })).toMatchObject({ accepted: true });
      expect(urls).toEqual(['https://a.example/base/api/v1/pixel/server-events']);
    } finally {
      delete process.env.ADTRAIL_SECRET_KEY;
      delete process.env.ADTRAIL_BASE_URL;
    }
  });
});
