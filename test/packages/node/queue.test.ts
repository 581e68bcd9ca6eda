// Slow: it starts processes.
import { Adtrail, type AdtrailError, type AdtrailOptions } from '#packages/node/src/index.ts';
import { answerOf } from './service.ts';

function openShop(options: AdtrailOptions = {}, hold?: Promise<unknown>) {
  const bodies: string[] = [];
  const client = new Adtrail({
    secretKey: 'sk_test_a',
    baseUrl: 'https://adtrail.example',
    onError: () => {},
    async fetch(_, { body }) {
      bodies.push(body);
      await hold;
      const { events } = JSON.parse(body) as { events: object[] };
      const results = events.map((_event, index) => ({ index, status: 200, accepted: true }));
      return answerOf(200, { results });
    },
    ...options,
  });
  const sizes = () => bodies.map((body) => (JSON.parse(body) as { events: object[] }).events.length);
  let orders = 0;
  const sell = (count: number, more: object = {}) =>
    Array.from({ length: count }, () => client.order({ orderId: `o${++orders}`, ...more }));
  return { client, bodies, sizes, sell };
}

describe('a batch', () => {
  it.each([
    [true, { events: [expect.anything()], validate_only: true }],
    [false, { events: [expect.anything()] }],
    [undefined, { events: [expect.anything()] }],
  ])('a batch of a client with validateOnly %s asks for nothing else', async (validateOnly, expected) => {
    const { sell, bodies } = openShop({ validateOnly });
    await Promise.all(sell(1));
    expect(bodies.map((body) => JSON.parse(body))).toEqual([expected]);
  });

  it.each([
    [undefined, 999, [999]],
    [undefined, 1000, [1000]],
    [undefined, 1001, [1000, 1]],
    [1001, 1001, [1000, 1]],
    [3, 2, [2]],
    [3, 3, [3]],
    [3, 4, [3, 1]],
    [1, 2, [1, 1]],
    [0, 2, [1, 1]],
  ])('a batch of the size %s takes of %i events %o', async (batchSize, count, wanted) => {
    const { sell, sizes } = openShop({ batchSize });
    await Promise.all(sell(count));
    expect(sizes()).toEqual(wanted);
  });

  it('a batch holds at most 4.5 MB, and an event more only where the bytes allow it', async () => {
    const { client, bodies } = openShop();
    const track = (id: string, bytes: number) => {
      const event = {
        event_type: 'a',
        event_id: id,
        occurred_at: '2026-11-25T00:00:00Z',
        properties: { text: '' },
      };
      event.properties.text = 'x'.repeat(bytes - JSON.stringify(event).length);
      return client.track(event);
    };
    // The size of a batch includes a comma per event.
    await Promise.all([track('1', 2_249_999), track('2', 2_249_999)]);
    expect(bodies.map((body) => body.length)).toEqual([4_500_000 - 1 + '{"events":[]}'.length]);
    await Promise.all([track('3', 2_249_999), track('4', 2_250_000)]);
    expect(bodies).toHaveLength(3);
    await track('5', 4_600_000);
    expect(bodies).toHaveLength(4);
  });

  it('a batch waits 20 ms for others, or so long as it is told, and not when it is full', async () => {
    vi.useFakeTimers();
    try {
      for (const [batchDelayMs, waits] of [
        [undefined, 20],
        [500, 500],
      ] as const) {
        const { sell, sizes } = openShop({ batchDelayMs, batchSize: 2 });
        sell(1);
        await vi.advanceTimersByTimeAsync(waits - 1);
        expect(sizes()).toEqual([]);
        await vi.advanceTimersByTimeAsync(1);
        expect(sizes()).toEqual([1]);
        sell(2);
        await vi.advanceTimersByTimeAsync(0);
        expect(sizes()).toEqual([1, 2]);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the queue', () => {
  it.each([
    ['1', '5'],
    ['5', '1'],
  ])(
    'the queue of two requests that are told to come back after %s and %s seconds, comes back after the longer time',
    async (...seconds) => {
      vi.useFakeTimers();
      try {
        const waits: string[] = [...seconds];
        let requests = 0;
        const { client } = openShop({
          batchSize: 1,
          async fetch(_, { body }) {
            requests++;
            const wait = waits.shift();
            if (wait) return answerOf(429, { code: 'too_many_requests' }, { 'retry-after': wait });
            const { events } = JSON.parse(body) as { events: object[] };
            return answerOf(200, {
              results: events.map((_event, index) => ({ index, status: 200, accepted: true })),
            });
          },
        });
        const sent = ['a', 'b'].map((orderId) => client.order({ orderId }));
        await vi.advanceTimersByTimeAsync(1000);
        sent.push(client.order({ orderId: 'c' }));
        await vi.advanceTimersByTimeAsync(3999);
        expect(requests).toBe(2);
        await vi.advanceTimersByTimeAsync(5000);
        await Promise.all(sent);
        expect(requests).toBe(5);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it.each([
    [{}, 4],
    [{ concurrency: 1 }, 1],
    [{ concurrency: 3 }, 3],
    [{ serverless: true }, 7],
  ])('the queue with %o has %i requests under way', async (options, wanted) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { sell, sizes } = openShop({ ...options, batchSize: 1 }, promise);
    const sent = sell(7);
    await new Promise(setImmediate);
    expect(sizes()).toHaveLength(wanted);
    resolve();
    await Promise.all(sent);
    expect(sizes()).toHaveLength(7);
  });

  it.each([
    [undefined, 10_000],
    [5, 5],
    [0, 0],
  ])('the queue of the size %s takes %i events that wait, and refuses the next', async (maxQueue, most) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { client, sell } = openShop({ maxQueue }, promise);
    const sent = sell(most);
    expect(client.pending).toBe(most);
    await expect(sell(1)[0]).rejects.toMatchObject({ code: 'queue_full' });
    resolve();
    await Promise.all(sent);
    expect(client.pending).toBe(0);
  });

  it.each([
    [{}, 30_000],
    [{ serverless: true }, 8000],
    [{ timeoutMs: 50 }, 50],
  ])('the queue with %o gives a request %i ms, and repeats it then', async (options, limit) => {
    vi.useFakeTimers();
    try {
      const { sell, sizes } = openShop({ ...options, batchDelayMs: 0 }, new Promise(() => {}));
      sell(1);
      await vi.advanceTimersByTimeAsync(limit - 1 + 124);
      expect(sizes()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1 + 250);
      expect(sizes()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [{ serverless: true }, 10_000],
    [{ retryForMs: 5000 }, 5000],
    [{ retryForMs: 5000 }, 5000, { 'retry-after': '200' }],
    [{ retryForMs: 5000, serverless: true }, 5000, { 'retry-after': '200' }],
  ])(
    'the queue with %o tries an event for %i ms, the last time at their end, and also if the service asks for a longer pause: %o',
    async (options, limit, headers: Record<string, string> = {}) => {
      vi.useFakeTimers();
      try {
        const began = Date.now();
        let lastMs = 0;
        const fetch = async () => {
          lastMs = Date.now() - began;
          return answerOf(503, {}, headers);
        };
        const { sell } = openShop({ ...options, batchDelayMs: 0, fetch });
        let endedMs = 0;
        sell(1)[0]?.catch(() => {
          endedMs = Date.now() - began;
        });
        await vi.advanceTimersByTimeAsync(limit + 1);
        expect([lastMs, endedMs]).toEqual([limit, limit]);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe('an outage', () => {
  /** A service that is away until `heal`, and the times of its requests in milliseconds. */
  function outage(options: AdtrailOptions = {}, away: () => Promise<Response> = refuseAll) {
    const [times, errors]: [number[], AdtrailError[]] = [[], []];
    const began = Date.now();
    let isAway = true;
    const shop = openShop({
      onError: (error) => errors.push(error),
      ...options,
      async fetch(_, { body }) {
        times.push(Date.now() - began);
        if (isAway) return away();
        const { events } = JSON.parse(body) as { events: object[] };
        const results = events.map((_event, index) => ({ index, status: 200, accepted: true }));
        return answerOf(200, { results });
      },
    });
    const heal = () => {
      isAway = false;
    };
    return { ...shop, times, errors, heal };
  }
  const refuseAll = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
  const hang = (): Promise<Response> => new Promise(() => {});
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('an outage of an hour costs one request each 4 s at most, three notices, and no event', async () => {
    const { sell, client, times, errors, heal } = outage({ batchSize: 10 });
    const sent = sell(100);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const pauses = times.slice(4).map((time, at) => time - Number(times[at + 3]));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4000);
    expect(Math.min(...pauses.slice(5))).toBeGreaterThanOrEqual(2000);
    expect(errors.length).toBeLessThanOrEqual(5);
    expect(errors[0]).toMatchObject({
      name: 'NotDeliveredError',
      code: 'no_response',
      willRetry: true,
      message: 'The service cannot be reached. 100 events wait.',
    });
    for (const event of sent) await expect(event).rejects.toMatchObject({ code: 'timeout', willRetry: true });
    heal();
    await vi.advanceTimersByTimeAsync(4000);
    expect(client.pending).toBe(0);
  });

  it('an outage ends for all batches with the first success', async () => {
    const { sell, client, heal } = outage({ batchSize: 1, concurrency: 3 });
    sell(50);
    await vi.advanceTimersByTimeAsync(60_000);
    heal();
    await vi.advanceTimersByTimeAsync(4000);
    expect(client.pending).toBe(0);
  });

  it.each(['flush', 'close'] as const)('an outage that is over ends at once with %s', async (method) => {
    const { sell, client, heal } = outage();
    sell(200);
    await vi.advanceTimersByTimeAsync(34_000);
    heal();
    const done = client[method]();
    await vi.advanceTimersByTimeAsync(5);
    expect(await done).toEqual({ undelivered: 0 });
  });

  it('an outage that ends shortly before the end of close loses nothing, also if the service asked for an hour', async () => {
    for (const away of [refuseAll, async () => answerOf(503, {}, { 'retry-after': '3600' })]) {
      const { sell, client, heal } = outage({}, away);
      sell(200);
      await vi.advanceTimersByTimeAsync(10_000);
      const closed = client.close({ timeoutMs: 8000 });
      await vi.advanceTimersByTimeAsync(6900);
      heal();
      await vi.advanceTimersByTimeAsync(200);
      expect(await closed).toEqual({ undelivered: 0 });
    }
  });

  it('an outage in which requests hang is over within 4 s, not at the end of their timeout', async () => {
    const { sell, client, heal, times } = outage({}, hang);
    sell(10);
    await vi.advanceTimersByTimeAsync(31_000);
    heal();
    await vi.advanceTimersByTimeAsync(4500);
    expect(client.pending).toBe(0);
    expect(times.length).toBeLessThan(5);
  });

  it('an outage that begins with a hanging request loses nothing at the close after it', async () => {
    const { sell, client, heal } = outage({}, hang);
    sell(10);
    await vi.advanceTimersByTimeAsync(2000);
    const closed = client.close({ timeoutMs: 8000 });
    await vi.advanceTimersByTimeAsync(1000);
    heal();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await closed).toEqual({ undelivered: 0 });
  });

  it('an outage that is over does not hold up a call with a limit', async () => {
    for (let round = 0; round < 20; round++) {
      const { client, sell, heal } = outage({ batchSize: 1 });
      sell(8);
      await vi.advanceTimersByTimeAsync(45_000 + round * 313);
      heal();
      await vi.advanceTimersByTimeAsync(1000);
      const order = client.order({ orderId: 'awaited' }, { timeoutMs: 3000 });
      await vi.advanceTimersByTimeAsync(1500);
      expect(await order).toMatchObject({ accepted: true });
    }
  });

  it('an outage in which a proxy answers in place of the service is one, once the service was there', async () => {
    for (const status of [301, 400, 403, 404, 422]) {
      const { client, heal, sell } = outage({}, async () => answerOf(status, '<html>Maintenance</html>'));
      await expect(Promise.all([...sell(1), vi.advanceTimersByTimeAsync(30)])).rejects.toMatchObject({
        name: 'RequestRefusedError',
      });
      heal();
      await Promise.all([...sell(1), vi.advanceTimersByTimeAsync(200)]);
      const page = openShop({ fetch: pageAfterFirst(status) });
      await Promise.all([...page.sell(1), vi.advanceTimersByTimeAsync(200)]);
      const later = page.sell(1);
      await vi.advanceTimersByTimeAsync(10_000);
      expect([page.client.pending, client.pending]).toEqual([1, 0]);
      void page.client.close({ timeoutMs: 0 });
      await vi.advanceTimersByTimeAsync(10);
      await expect(later[0]).rejects.toMatchObject({ name: 'NotDeliveredError' });
    }
  });
  const pageAfterFirst = (status: number): AdtrailOptions['fetch'] => {
    let requests = 0;
    return async () =>
      requests++ === 0
        ? answerOf(200, { results: [{ index: 0, status: 200, accepted: true }] })
        : answerOf(status, '<html>Maintenance</html>');
  };
});

describe('a very long time', () => {
  const longTimes = [Number.POSITIVE_INFINITY, 2 ** 31];
  const slowly = async (_: string, { signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    signal.throwIfAborted();
    return answerOf(200, { results: [{ index: 0, status: 200, accepted: true }] });
  };

  it.each(longTimes)('as timeoutMs, %d waits for the answer', async (timeoutMs) => {
    const { sell } = openShop({ timeoutMs, retryForMs: 0, fetch: slowly });
    await expect(Promise.all(sell(1))).resolves.toMatchObject([{ accepted: true }]);
  });

  it.each(longTimes)('as the time to close, %d waits until all is sent', async (timeoutMs) => {
    const { sell, client } = openShop({ fetch: slowly });
    sell(1);
    expect(await client.close({ timeoutMs })).toEqual({ undelivered: 0 });
  });

  it.each(longTimes)('as batchDelayMs, %d waits for a full batch', async (batchDelayMs) => {
    const { sell, sizes } = openShop({ batchDelayMs, batchSize: 3 });
    const sold = sell(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sizes()).toEqual([]);
    await Promise.all([...sold, ...sell(1)]);
    expect(sizes()).toEqual([3]);
  });
});

it.each([
  { detail: [{ loc: 'body', msg: 'Bad.' }] },
  { detail: [null] },
  { detail: null },
  { detail: 'Bad.' },
  { detail: [{ loc: { a: 1 } }] },
  { detail: [{ loc: [{ toString: 1 }] }] },
  { detail: {} },
  null,
  'Bad.',
  { message: 7 },
])('an event that is refused with the error %j is settled', async (error) => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const results = [{ index: 0, status: 422, accepted: false, error }];
  const { sell } = openShop({ fetch: async () => answerOf(200, { results }) });
  await expect(Promise.all(sell(1))).rejects.toMatchObject({
    name: 'EventRefusedError',
    message: expect.stringMatching(/./),
  });
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('events of a response that cannot be understood fail, and count as settled once', async () => {
  const results = [
    { index: 0, status: 200, accepted: true },
    { index: 1, status: 422, accepted: false, error: { message: { toString: 1 } } },
    { index: 2, status: 200, accepted: true },
  ];
  const { sell, client } = openShop({ fetch: async () => answerOf(200, { results }) });
  const outcomes = await Promise.allSettled(sell(3));
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    ...[1, 2].map(() => ({ reason: { name: 'NotDeliveredError', code: 'unexpected_response' } })),
  ]);
  expect(client.pending).toBe(0);
});
