import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type Answer, type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';
import { type VendorSettings, vendorCall } from '#shared/vendors/vendor-call.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

let answers: Answer[] = [];
let asked = 0;
let server: VendorServer;
const next = (): Answer => {
  asked++;
  return answers.shift() ?? { status: 200, body: { name: 'x', extra: 1 } };
};
beforeAll(async () => {
  server = await vendorServer(
    {
      name: 'search',
      routes: { 'GET /thing': next, 'POST /thing': next, 'GET /elsewhere': next },
      refusal: (status) => ({ status, body: {} }),
    },
    { note: () => {}, fault: () => undefined },
  );
});
afterAll(() => server.stop());
beforeEach(() => {
  answers = [];
  asked = 0;
});

const Thing = z.object({ name: z.string() });
const caller = (given: Partial<VendorSettings> = {}) =>
  vendorCall({
    vendor: 'search',
    baseUrl: server.baseUrl,
    stage: 'local',
    timeoutMs: 1000,
    random: () => 0,
    codeOf: (body) => (body as { code?: string } | null)?.code,
    ...given,
  });
const get = { method: 'GET', path: '/thing' } as const;
const post = { method: 'POST', path: '/thing', body: { a: 1 } } as const;
const failed = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error) => error,
  );

describe('a call to a vendor', () => {
  it('a call to a vendor answers what the schema knows of the answer', async () => {
    expect(await caller()(get, Thing)).toEqual({ name: 'x' });
  });

  it('a call to a vendor is repeated where it may be and a repeat may help, three times in all', async () => {
    answers = [429, 503].map((status) => ({ status, body: {} }));
    expect(await caller()(get, Thing)).toEqual({ name: 'x' });
    expect(asked).toBe(3);
    answers = [500, 500, 500].map((status) => ({ status, body: {} }));
    expect(await failed(caller()(get, Thing))).toMatchObject({ failure: 'failed', status: 500 });
    expect(asked).toBe(6);
  });

  it('a call to a vendor is not repeated where it may not be, and where it would not help', async () => {
    answers = [{ status: 503, body: {} }];
    expect(await failed(caller()(post, Thing))).toMatchObject({ failure: 'failed' });
    answers = [{ status: 404, body: {} }];
    expect(await failed(caller()(get, Thing))).toMatchObject({ failure: 'refused' });
    expect(asked).toBe(2);
    answers = [{ status: 503, body: {} }];
    expect(await caller()({ ...post, isRepeatable: true }, Thing)).toEqual({ name: 'x' });
  });

  it('a call to a vendor waits as long as the vendor asks, unless that is longer than anybody waits here', async () => {
    answers = [{ status: 429, body: {}, headers: { 'retry-after': '1' } }];
    const started = performance.now();
    expect(await caller({ timeoutMs: 5000 })(get, Thing)).toEqual({ name: 'x' });
    expect(performance.now() - started).toBeGreaterThan(990);
    answers = [{ status: 429, body: {}, headers: { 'retry-after': '60' } }];
    expect(await failed(caller()(get, Thing))).toMatchObject({ failure: 'busy', retryAfterSeconds: 60 });
  });

  it('a call to a vendor ends after its time, all tries together', async () => {
    answers = Array.from({ length: 3 }, () => ({ status: 500, body: {}, delayMs: 120 }));
    const started = performance.now();
    expect(await failed(caller({ timeoutMs: 200 })(get, Thing))).toMatchObject({ failure: 'no_answer' });
    expect(performance.now() - started).toBeLessThan(400 * busyness());
    await pause(130);
  });

  it('a call to a vendor names the code of the vendor, unless it looks like a text', async () => {
    answers = [{ status: 400, body: { code: 'bad_name' } }];
    expect(await failed(caller()(get, Thing))).toMatchObject({ code: 'bad_name' });
    answers = [{ status: 400, body: { code: 'no such person: a@b.example' } }];
    expect(await failed(caller()(get, Thing))).toMatchObject({ code: undefined });
  });

  it.each([
    ['not JSON', { status: 200, body: '<html>' }],
    ['of another form', { status: 200, body: { name: 5 } }],
    ['too long', { status: 200, body: { name: 'x'.repeat(2000) } }],
  ])('a call to a vendor refuses an answer that is %s, and repeats nothing of it', async (_name, answer) => {
    answers = [answer];
    const error = await failed(caller({ maxAnswerBytes: 1000 })(get, Thing));
    expect(error).toMatchObject({ failure: 'unreadable' });
    expect(`${error.message}${error.cause}`).not.toMatch(/html|5|xxx/);
    expect(asked).toBe(1);
  });

  it('a call to a vendor follows no redirect, which would carry its key elsewhere', async () => {
    answers = [{ status: 302, body: '', headers: { location: `${server.baseUrl}/elsewhere` } }];
    expect(await failed(caller()(get, Thing))).toMatchObject({ failure: 'refused', status: 302 });
    expect(asked).toBe(1);
  });

  it('a call to a vendor goes in the clear on this machine only', () => {
    expect(() => caller({ stage: 'prod' })).toThrow('has to begin with https://');
    expect(() => caller({ stage: 'dev', baseUrl: 'https://vendor.example' })).not.toThrow();
  });
});
