import { AdtrailError } from '#packages/node/src/errors.ts';
import { answerOf, exchange, putFile, refusalOf, reported, type SpendFetch } from '#packages/node/src/spend-exchange.ts';

function sending(answers: (Response | Error)[]) {
  const asked: Parameters<SpendFetch>[] = [];
  const send = (async (...all: Parameters<SpendFetch>) => {
    asked.push(all);
    const answer = answers.shift() ?? new Response('{"n":1}');
    if (answer instanceof Error) throw answer;
    return answer;
  }) as SpendFetch;
  return { asked, sending: { send, timeoutMs: 5000 } };
}
const init = { method: 'GET', headers: { a: 'b' } };
const busy = (seconds: string) => new Response('{}', { status: 503, headers: { 'retry-after': seconds } });
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());
async function settled<T>(promise: Promise<T>) {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  promise.then(end, end);
  let waitedMs = 0;
  for (; !isDone; waitedMs += 50) await vi.advanceTimersByTimeAsync(50);
  return { waitedMs, answer: await promise.catch((error: Error) => error) };
}

it('a request is sent as it is, follows no redirect, and is retried until its time is over', async () => {
  const answers = Array.from({ length: 99 }, () => busy('0'));
  const { asked, sending: by } = sending(answers);
  const { answer, waitedMs } = await settled(exchange('https://a', init, { ...by, retryForMs: 9000 }));
  expect(answer).toMatchObject({ status: 503, body: {} });
  expect([waitedMs >= 9000, waitedMs <= 9100]).toEqual([true, true]);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked[0]).toMatchObject(['https://a', { ...init, redirect: 'manual' }]);
});

it('a request waits as Retry-After says, and has its last attempt before a longer wait would end', async () => {
  const short = await settled(exchange('https://a', init, sending([busy('15')]).sending));
  expect([short.answer, short.waitedMs >= 15_000]).toMatchObject([{ status: 200, body: { n: 1 } }, true]);
  const by = { ...sending([busy('3600')]).sending, retryForMs: 20_000 };
  const long = await settled(exchange('https://a', init, by));
  expect(long.answer).toMatchObject({ status: 200 });
  expect([long.waitedMs >= 20_000, long.waitedMs <= 20_100]).toEqual([true, true]);
});

it('a request without an answer is retried, for two minutes by default, and then an error with its cause', async () => {
  const lost = new TypeError('lost');
  const once = await settled(exchange('https://a', init, sending([lost]).sending));
  expect(once.answer).toMatchObject({ status: 200 });
  const all = Array.from({ length: 200 }, () => lost);
  const never = await settled(exchange('https://a', init, sending(all).sending));
  expect(never.answer).toMatchObject({ code: 'no_response', cause: lost });
  expect([never.waitedMs >= 120_000, never.waitedMs <= 120_100]).toEqual([true, true]);
});

it('a call that fails is reported and does not end the process, whatever its failure is', async () => {
  const errors: AdtrailError[] = [];
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const call = reported(
    (error) => {
      errors.push(error);
      throw new Error('in the handler');
    },
    async (failure: unknown) => {
      throw failure;
    },
  );
  const known = new AdtrailError('No.', { code: 'no' });
  void call(known);
  void call(new TypeError('not iterable'));
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', unhandled);
  expect(errors).toMatchObject([known, { code: 'invalid_call', cause: { message: 'not iterable' } }]);
  await expect(call(known)).rejects.toBe(known);
  expect(unhandled).not.toHaveBeenCalled();
});

it.each([Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 33, 1500.5])(
  'a request with a timeout of %d ms waits for its answer',
  async (timeoutMs) => {
    vi.useRealTimers();
    const send = (async (_, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      signal.throwIfAborted();
      return new Response('{"n":1}');
    }) as SpendFetch;
    expect(await exchange('https://a', init, { send, timeoutMs })).toEqual({ status: 200, body: { n: 1 } });
  },
);

it('an answer says if an earlier attempt may have succeeded', async () => {
  const refused = new Response('{}', { status: 429, headers: { 'retry-after': '0' } });
  for (const [answers, isRepeat] of [
    [[new TypeError('lost')], true],
    [[busy('0')], true],
    [[refused], undefined],
    [[], undefined],
  ] as const) {
    const { answer } = await settled(exchange('https://a', init, sending([...answers]).sending));
    expect((answer as { isRepeat?: boolean }).isRepeat).toBe(isRepeat);
  }
});

it('an answer that is not of the service is an error, which names the address without its secrets', () => {
  const url = 'https://user:secret@adtrail.example/path?key=secret';
  const read = () => answerOf({ status: 200, body: {} }, url, ({ n }) => n !== undefined);
  expect(read).toThrow(AdtrailError);
  expect(read).toThrow(/^https:\/\/adtrail\.example responded with status 200, but/);
  expect(read).not.toThrow(/secret/);
});

it.each([
  [200, null],
  [299, null],
  [300, 'upload_refused'],
  [403, 'upload_refused'],
])('an upload that is answered with %i has the outcome %s', async (status, code) => {
  const { asked, sending: by } = sending([new Response(null, { status })]);
  const { answer } = await settled(putFile('https://put', new Uint8Array([1]), by));
  expect((answer as { code?: string } | undefined)?.code ?? null).toBe(code);
  expect(asked[0]).toMatchObject(['https://put', { method: 'PUT', headers: {}, body: { length: 1 } }]);
});

it.each<[number, object, string, object]>([
  [401, { detail: 'No.', code: 'unauthenticated', request_id: 'r' }, 'RequestRefusedError', { message: 'No.', requestId: 'r' }],
  [403, {}, 'RequestRefusedError', { message: 'The service responded with status 403.', code: 'status_403' }],
  [404, { detail: 'No.' }, 'AdtrailError', { httpStatus: 404, problems: [] }],
  [422, { detail: [{ type: 't', loc: ['body', 'a'], msg: 'Bad.' }] }, 'AdtrailError', { message: expect.stringContaining('Bad.') }],
  [422, { detail: [{ loc: 'a', msg: 'Bad.' }, { msg: 'Worse.' }] }, 'AdtrailError', { message: 'a: Bad.; Worse.' }],
])('a refusal %i %j is a %s with %j', (status, body, name, details) => {
  expect(refusalOf({ status, body: body as Record<string, unknown> })).toMatchObject({ name, ...details });
});
