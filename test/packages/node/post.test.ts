// Slow: it starts processes.
import { type Answer, post } from '#packages/node/src/post.ts';
import { isComplete } from '#packages/node/src/results.ts';
import { answerOf, startShop } from './service.ts';

const results = (events: number) => Array.from({ length: events }, (_, index) => ({ index, status: 200, accepted: true }));
const posted = (response: () => Response | Promise<Response>, events = 2, timeoutMs = 1000) =>
  post(
    '{}',
    events,
    {
      url: 'https://adtrail.example',
      secretKey: 'sk_test_a',
      userAgent: 'test',
      timeoutMs,
      fetch: async () => response(),
      isComplete,
    },
    new Set(),
  );

/** Statuses below 200 and statuses without a body are no answers. */
function kindOf(status: number, isOwn: boolean): Answer['kind'] {
  if ([408, 425, 429].includes(status) || status >= 500 || status < 300) return 'later';
  return status === 413 || (isOwn && [400, 422].includes(status)) ? 'content' : 'configuration';
}
const statuses = Array.from({ length: 400 }, (_, i) => 200 + i).filter((status) => ![204, 205, 304].includes(status));

describe('an answer of the service', () => {
  it.each([
    ['{}', false],
    ['<html>Sign in</html>', false],
    ['{"message":"Forbidden"}', false],
    ['{"results":[]}', false],
    ['{"detail":[]}', true],
    ['{"detail":"No.","code":"forbidden"}', true],
  ])('%s is what its status says, each from 200 to 599', async (body, isOwn) => {
    for (const status of statuses)
      expect([status, (await posted(() => answerOf(status, body))).kind]).toEqual([status, kindOf(status, isOwn)]);
  });

  it('an answer of the service with a result for each event is believed with 2xx and 422, and with no other status', async () => {
    for (const status of statuses) {
      const { kind } = await posted(() => answerOf(status, { results: results(2) }));
      expect([status, kind]).toEqual([status, status < 300 || status === 422 ? 'results' : kindOf(status, false)]);
    }
  });

  it('an answer of the service with one result less, one more or another order is believed with no status', async () => {
    const [first, second] = results(2);
    for (const wrong of [results(1), results(3), [second, first], [first, first], 'none', { length: 2 }])
      expect(await posted(() => answerOf(200, { results: wrong }))).toMatchObject({ kind: 'later' });
  });

  it('an answer of the service names its code, its sentence and its request', async () => {
    const problem = { type: 'x', loc: ['body', 'events', 3, 'value'], msg: 'is wrong' };
    expect(await posted(() => answerOf(422, { code: 'validation_failed', detail: [problem] }, { 'x-request-id': 'r1' }))).toEqual({
      kind: 'content',
      status: 422,
      requestId: 'r1',
      code: 'validation_failed',
      problems: [problem],
      message: 'events.3.value: is wrong',
    });
    expect(await posted(() => answerOf(403, 'nothing'))).toMatchObject({
      kind: 'configuration',
      code: 'status_403',
      message: 'The service responded with status 403.',
    });
  });

  it('an answer of the service that does not come within the limit is retried, and so is a network that fails', async () => {
    const late = new Promise<Response>((resolve) => setTimeout(resolve, 300, answerOf(200, { results: results(2) })));
    expect(await posted(() => late, 2, 50)).toMatchObject({
      kind: 'later',
      code: 'no_response',
      message: 'The service did not respond in time.',
    });
    expect(await posted(() => Promise.reject(new TypeError('fetch failed')))).toMatchObject({
      kind: 'later',
      code: 'no_response',
      message: 'The service cannot be reached.',
    });
  });
});

it.each(['body', undefined, 'events.0.value', {}, 7])('a problem whose place is %j is no failure of the network', async (loc) => {
  const answer = await posted(() => answerOf(422, { detail: [{ loc, msg: 'Bad.' }, null, 'Worse.'] }));
  expect(answer).toMatchObject({ kind: 'content', message: expect.stringContaining('Bad.') });
});

describe('a client', () => {
  let shop: Awaited<ReturnType<typeof startShop>>;
  beforeAll(async () => {
    shop = await startShop();
  });
  beforeEach(() => void shop.sent.splice(0));

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('a client sends an event again after a %i', async (status) => {
    shop.faults.push(async () => answerOf(status, {}));
    expect(await shop.client().order({ orderId: `o-${status}`, value: 1 })).toMatchObject({
      accepted: true,
    });
    expect(shop.sent).toHaveLength(2);
  });

  it.each([301, 400, 401, 402, 403, 404, 405, 409, 413, 422, 451])('a client gives up an event at once after a %i', async (status) => {
    const sent: unknown[] = [];
    const client = shop.client({
      async fetch(url) {
        sent.push(url);
        return answerOf(status, {});
      },
    });
    await expect(client.order({ orderId: 'o' })).rejects.toMatchObject({
      httpStatus: status,
      willRetry: false,
    });
    expect(sent).toHaveLength(1);
  });
});
