import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const env = { INGEST_EVENTS_PER_SECOND: '200', INGEST_BURST: '2000' };
const byDefault = { events_per_second: 200, burst: 2000 };
const unset = { events_per_second: null, burst: null };
let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld(), { env });
});
beforeEach(async () => {
  advertiser = await newAdvertiser(app);
});

type Body = Parameters<TestApp['operators']['setIngestLimits']>[0]['body'];
const set = (body: object) => app.operators.setIngestLimits({ body: body as Body, headers });
const read = (user_id: number) => app.operators.readIngestLimits({ query: { user_id }, headers });
let ids = 0;
const send = async (size: number) => {
  const events = Array.from({ length: size }, () => ({
    id: `b${++ids}`,
    type: 'order_created',
    svc_click_id: 's_x',
  }));
  const answer = await app.conversions.sendConversion({
    body: { events, validate_only: true } as never,
    headers: advertiser.key,
  });
  return [answer.status as number, answer.headers.get('ratelimit-policy')];
};

describe("an account's own ingest limit", () => {
  it('an own ingest limit is set by user ID or e-mail, read, reset by null, and recorded', async () => {
    const { id: user_id, email } = advertiser;
    expect(await read(user_id)).toMatchObject({
      status: 200,
      body: { user_id, ...unset, effective: byDefault },
    });
    const first = { user_id, events_per_second: 1000, burst: 20_000 };
    const { user_id: _, ...effective } = first;
    expect(await set({ ...first, reason: 'Sale, asked by ada@shop.example' })).toMatchObject({
      status: 200,
      body: { ...first, effective },
    });
    expect(await read(user_id)).toMatchObject({ body: { ...first, effective } });
    app.world.clock.now += 1;
    expect(await set({ email, events_per_second: null, burst: 5000 })).toMatchObject({
      body: { user_id, events_per_second: null, burst: 5000, effective: { ...byDefault, burst: 5000 } },
    });
    app.world.clock.now += 1;
    expect(await set({ email, ...unset })).toMatchObject({ body: { ...unset, effective: byDefault } });
    expect(await read(user_id)).toMatchObject({ body: { ...unset, effective: byDefault } });

    const query = { user_id, action: 'set_ingest_limits' };
    const { body } = await app.operators.listAudit({ query, headers });
    expect('entries' in body && body.entries.map(({ action, details }) => ({ action, details }))).toEqual(
      [
        unset,
        { events_per_second: null, burst: 5000 },
        { events_per_second: 1000, burst: 20_000, reason: expect.not.stringContaining('ada@') },
      ].map((details) => ({ action: 'set_ingest_limits', details })),
    );
  });

  it('an own ingest limit raises the limit of busy keys within 60 seconds', async () => {
    expect(await send(1000)).toEqual([202, '"ingest";q=2000;w=10']);
    expect(await send(1000)).toEqual([202, '"ingest";q=2000;w=10']);
    expect(await send(1000)).toEqual([429, '"ingest";q=2000;w=10']);
    await set({ user_id: advertiser.id, events_per_second: 2000, burst: 20_000 });
    app.world.clock.now += 60_000;
    for (let i = 0; i < 20; i++) expect(await send(1000)).toEqual([202, '"ingest";q=20000;w=10']);
    expect(await send(1000)).toEqual([429, '"ingest";q=20000;w=10']);
    app.world.clock.now += 500;
    expect((await send(1000))[0]).toBe(202);
  });

  it('an own ingest limit can be lower', async () => {
    await send(100);
    await set({ user_id: advertiser.id, events_per_second: 1, burst: 1000 });
    app.world.clock.now += 60_000;
    expect(await send(1000)).toEqual([202, '"ingest";q=1000;w=1000']);
    app.world.clock.now += 10_000;
    expect((await send(1000))[0]).toBe(429);
    expect((await send(10))[0]).toBe(202);
    await set({ user_id: advertiser.id, ...unset });
    app.world.clock.now += 60_000;
    expect(await send(1000)).toEqual([202, '"ingest";q=2000;w=10']);
  });

  it('an own ingest limit is 404 for an unknown user, and 422 outside its range', async () => {
    expect(await set({ user_id: 1, ...unset })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await set({ email: 'nobody@company.example', ...unset })).toMatchObject({ status: 404 });
    expect(await read(1)).toMatchObject({ status: 404 });
    const { id: user_id } = await newUser(app);
    for (const [change, field] of [
      [{ events_per_second: 0 }, 'events_per_second'],
      [{ events_per_second: 10_001 }, 'events_per_second'],
      [{ events_per_second: 1.5 }, 'events_per_second'],
      [{ events_per_second: undefined }, 'events_per_second'],
      [{ burst: 999 }, 'burst'],
      [{ burst: 100_001 }, 'burst'],
      [{ burst: '2000' }, 'burst'],
      [{ burst: undefined }, 'burst'],
      [{ reason: '' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ email: 'ada@company.example' }, 'user_id'],
      [{ user_id: undefined }, 'email'],
    ] as const)
      expect(await set({ user_id, ...unset, ...change })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', field] }] },
      });
    expect(await read(user_id)).toMatchObject({ body: unset });
  });
});
