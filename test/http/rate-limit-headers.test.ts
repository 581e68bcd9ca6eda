import { endpoints, groups } from '#functions/groups.ts';
import { openApi } from '#shared/http/openapi.ts';
import { eventLimitHeaders } from '#shared/limits/event-limit.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { resolved } from './resolved.ts';

const limit = { name: 'login', limit: 10, windowSeconds: 900 };

it('the remaining uses of a limit have the form of the IETF draft', () => {
  expect(rateLimitHeaders(limit, { remaining: 7, resetSeconds: 540 })).toEqual({
    'ratelimit-policy': '"login";q=10;w=900',
    ratelimit: '"login";r=7;t=540',
  });
});

it('a limit that is reached is 429, and says how long to wait', () => {
  expect(limitReached(limit, { remaining: 0, resetSeconds: 540 })).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    headers: { 'retry-after': '540', ratelimit: '"login";r=0;t=540' },
  });
});

it("the document names a limit's headers on the answers that tell it, and Retry-After on every 429", () => {
  type Operation = { operationId: string; responses: Record<string, { headers: object }> };
  const operations = Object.values(resolved<{ paths: Record<string, object> }>(openApi(groups)).paths).flatMap(
    (path) => Object.values(path) as Operation[],
  );
  const naming = (id: string) => {
    const { responses = {} } = operations.find(({ operationId }) => operationId === id) ?? {};
    return Object.keys(responses).filter((status) => 'ratelimit' in (responses[status]?.headers ?? {}));
  };
  expect(naming('login')).toEqual(['200', '401', '429']);
  const guesses = ['verifyCode', 'verifyPhoneCode', 'verifyResetCode', 'verifyDeckCode'];
  for (const id of [...guesses, 'completeRegistration', 'resetPassword']) expect([id, naming(id)]).toEqual([id, ['200', '400', '429']]);
  for (const id of ['sendVerification', 'sendDeckCode', 'sendPhoneVerification']) expect([id, naming(id)]).toEqual([id, ['200', '429']]);
  expect(naming('sendConversion')).toEqual(['200', '202', '207', '429']);
  expect(naming('createSession')).toEqual(['201', '429']);
  expect(naming('sendPixelEvents')).toEqual(['202', '429']);
  expect(naming('forgotPassword')).toEqual([]);
  const limited = operations.flatMap(({ responses }) => responses['429'] ?? []);
  expect(limited.length).toBeGreaterThan(0);
  for (const { headers } of limited) expect(headers).toHaveProperty('retry-after');
});

it('every endpoint that can be 429 by a limit of its own says which limit that is', () => {
  const limited = endpoints.filter(({ errors = [] }) => errors.some(({ status }) => status === 429));
  expect(limited.length).toBeGreaterThan(40);
  expect(limited.filter(({ rateLimit, callLimit }) => !rateLimit && !callLimit).map(({ id }) => id)).toEqual([]);
});

describe('a token bucket', () => {
  const consumed = {
    isAllowed: true,
    limit: { perSecond: 300, burst: 2000 },
    remaining: 1500,
    resetSeconds: 2,
    retryAfterSeconds: 1,
  };

  it('a token bucket is described by its burst and the time in which it refills', () => {
    expect(eventLimitHeaders('ingest', consumed)).toEqual({
      'ratelimit-policy': '"ingest";q=2000;w=7',
      ratelimit: '"ingest";r=1500;t=2',
    });
  });

  it('a token bucket that is empty is 429, with the time until this request passes', () => {
    const empty = { ...consumed, isAllowed: false, remaining: 0, resetSeconds: 7, retryAfterSeconds: 3 };
    expect(() => eventLimitHeaders('ingest', empty)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        headers: expect.objectContaining({ 'retry-after': '3', ratelimit: '"ingest";r=0;t=7' }),
      }),
    );
  });
});
