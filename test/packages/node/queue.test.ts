// Slow: it starts processes.
import { Adtrail, type AdtrailOptions } from '#packages/node/src/index.ts';
import { answerOf } from './service.ts';

function openShop(options: AdtrailOptions = {}, hold?: Promise<unknown>) {
  const bodies: string[] = [];
  const client = new Adtrail({
    ...{ secretKey: 'sk_test_a', baseUrl: 'https://adtrail.example', onError: () => {} },
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
    [{}, 120_000],
    [{ serverless: true }, 10_000],
    [{ retryForMs: 5000 }, 5000],
  ])('the queue with %o tries an event for %i ms at most, and nearly so long', async (options, limit) => {
    vi.useFakeTimers();
    try {
      const began = Date.now();
      const { sell } = openShop({ ...options, batchDelayMs: 0, fetch: async () => answerOf(503, {}) });
      let endedMs = 0;
      sell(1)[0]?.catch(() => {
        endedMs = Date.now() - began;
      });
      await vi.advanceTimersByTimeAsync(limit);
      expect(endedMs).toBeGreaterThan(0);
      expect(endedMs).toBeLessThanOrEqual(limit);
      // Retries end early if the next attempt would be after the limit; the longest delay is half a minute.
      expect(endedMs).toBeGreaterThanOrEqual(limit - Math.min(30_000, limit * 0.75));
    } finally {
      vi.useRealTimers();
    }
  });
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
  ...[{ detail: [{ loc: 'body', msg: 'Bad.' }] }, { detail: [null] }, { detail: null }, { detail: 'Bad.' }],
  ...[
    { detail: [{ loc: { a: 1 } }] },
    { detail: [{ loc: [{ toString: 1 }] }] },
    { detail: {} },
    null,
    'Bad.',
    { message: 7 },
  ],
])('an event that is refused with the error %j is settled', async (error) => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const results = [{ index: 0, status: 422, accepted: false, error }];
  const { sell } = openShop({ fetch: async () => answerOf(200, { results }) });
  await expect(Promise.all(sell(1))).rejects.toMatchObject({
    ...{ name: 'EventRefusedError', message: expect.stringMatching(/./) },
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
