// Slow: it works on much data.
import { keyOf } from '#shared/conversions/items.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';

/** The test harness raises these limits, so the production defaults are set here. */
const env = { INGEST_EVENTS_PER_SECOND: '200', INGEST_BURST: '2000' };
let world: World;
let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let sid: string;
let events = 0;

beforeEach(async () => {
  world ??= await newWorld();
  app = await startApp(world, { env });
  advertiser = await newAdvertiser(app);
  sid = await advertiser.click();
});

const event = (changes: object = {}) => ({
  event_type: 'order_created',
  svc_click_id: sid,
  event_id: `e${++events}`,
  ...changes,
});
const batch = (size: number, changes: object = {}) => ({
  events: Array.from({ length: size }, () => event()),
  ...changes,
});
const send = async (body: object, by = app, headers = advertiser.key) => {
  const answer = await by.conversions.sendConversion({ body: body as ReturnType<typeof event>, headers });
  return {
    status: answer.status as number,
    body: answer.body as object,
    limit: answer.headers.get('ratelimit'),
    policy: answer.headers.get('ratelimit-policy'),
    retryAfter: answer.headers.get('retry-after'),
  };
};
const policy = '"ingest";q=2000;w=10';
const full = async (by = app) => {
  for (const _ of [1, 2]) expect(await send(batch(1000, { validate_only: true }), by)).toMatchObject({ status: 200 });
};

describe('the limit of a secret key', () => {
  it('the limit of a secret key is in the headers of every accepted response, one unit per event', async () => {
    expect(await send(event())).toMatchObject({ status: 200, policy, limit: '"ingest";r=1999;t=1' });
    expect(await send(event({ svc_click_id: 's_nobody' }))).toMatchObject({
      status: 202,
      limit: '"ingest";r=1998;t=1',
    });
    expect(await send(batch(100))).toMatchObject({ status: 200, policy, limit: '"ingest";r=1898;t=1' });
    expect(await send(event({ validate_only: true }))).toMatchObject({ limit: '"ingest";r=1897;t=1' });
    expect(await send({ events: [event(), { id: 'x' }] })).toMatchObject({
      status: 207,
      limit: '"ingest";r=1895;t=1',
    });
  });

  it('the limit of a secret key refuses further events with 429 and Retry-After, and their event IDs stay free', async () => {
    await full();
    const one = event();
    const some = batch(600);
    app.calls.length = 0;
    const headers = { policy, limit: '"ingest";r=0;t=10' };
    const body = { code: 'too_many_requests', detail: expect.any(String), request_id: expect.any(String) };
    expect(await send(one)).toEqual({ status: 429, ...headers, retryAfter: '1', body });
    expect(await send({ ...one, validate_only: true })).toMatchObject({ status: 429 });
    expect(await send(some)).toMatchObject({ status: 429, ...headers, retryAfter: '3' });
    expect(app.calls).toEqual([]);
    expect(
      await app.events.readConversion({
        params: { event_id: one.event_id },
        query: {},
        headers: advertiser.headers,
      }),
    ).toMatchObject({ status: 404 });
    const log = await app.events.listEvents({ query: {}, headers: advertiser.headers });
    expect(log.body).toMatchObject({ events: [] });

    world.clock.now += 3000;
    expect(await send(some)).toMatchObject({
      status: 200,
      body: { summary: { matched: 600, duplicates: 0 } },
    });
    world.clock.now += 1000;
    expect(await send(one)).toMatchObject({ status: 200, body: { duplicate: false } });
  });

  it('the limit of a secret key is separate per key, and remains after a rotation', async () => {
    await full();
    const other = await advertiser.issue({ name: 'Other', kind: 'secret', environment: 'live' });
    const authorization = `Bearer ${other.key}`;
    expect(await send(event(), app, { authorization })).toMatchObject({ status: 200 });
    const rotated = await app.keys.rotateKey({
      params: { id: advertiser.secretKeyId },
      body: { grace_seconds: 60 },
      headers: advertiser.headers,
    });
    const { key } = rotated.body as { key: string };
    expect(await send(event(), app, { authorization: `Bearer ${key}` })).toMatchObject({ status: 429 });
  });

  it('the limit of a secret key does not count invalid requests', async () => {
    await send(event());
    expect(await send(event({ value: -1 }))).toMatchObject({ status: 422, limit: null });
    expect(await send(event())).toMatchObject({ limit: '"ingest";r=1998;t=1' });
  });
});

describe('the cost of the event limit', () => {
  const operations = () => app.calls.map(({ operation, table }) => `${operation} ${table}`);

  it('ordinary traffic costs one read and one write an event', async () => {
    await send(event());
    app.calls.length = 0;
    for (let i = 0; i < 30; i++, world.clock.now += 1000) await send(event());
    expect(operations()).toEqual(Array(30).fill(['GetItem attribution', 'PutItem attribution']).flat());
  });

  it('a busy process costs one more write for 20 events, and one read in 30 seconds', async () => {
    await send(event());
    app.calls.length = 0;
    const count = 1000;
    for (let i = 0; i < count; i++, world.clock.now += 10) await send(event());
    const byOperation = Object.groupBy(operations(), (name) => name);
    expect(byOperation['PutItem attribution']).toHaveLength(count);
    expect(byOperation['GetItem attribution']).toHaveLength(count + 1);
    expect(byOperation['UpdateItem attribution']?.length).toBeLessThanOrEqual(count / 20 + 1);
    expect(Object.keys(byOperation)).toHaveLength(3);
  });
});

describe('several processes over one table', () => {
  it.each([2, 8])('%d processes admit the limit and at most (P + 1) percent more', async (count) => {
    const apps = await Promise.all(Array.from({ length: count }, () => startApp(world, { env })));
    const admit = async (size: number) => {
      const answers = await Promise.all(apps.map((by) => send(batch(size, { validate_only: true }), by)));
      return answers.filter(({ status }) => status === 200).length * size;
    };
    const until = async (seconds: number) => {
      let admitted = 0;
      const end = world.clock.now + seconds * 1000;
      do {
        for (let more = 1; more > 0; admitted += more) more = await admit(7);
        world.clock.now += 250;
      } while (world.clock.now <= end);
      return admitted;
    };
    const admitted = await until(5);
    const limit = 2000 + 200 * 5;
    expect(admitted).toBeGreaterThanOrEqual(limit - count * 7);
    expect(admitted).toBeLessThanOrEqual(limit * (1 + (count + 1) / 100));
  });

  it('a process that starts later knows the shared use from its first report on', async () => {
    await full();
    const later = await startApp(world, { env });
    expect(await send(batch(100), later)).toMatchObject({
      status: 429,
      limit: expect.stringContaining('r=20;'),
    });
    world.clock.now += 10_000;
    expect(await send(batch(100), later)).toMatchObject({ status: 200 });
  });

  it('several processes over one table share one small counter, which expires', async () => {
    await full();
    const { pk } = keyOf.eventCounter('ingest', advertiser.secretKeyId, 200);
    const counters = (await allItems(world, 'attribution')).filter((item) => item.pk === pk);
    const ttl = Math.ceil(world.clock.now / 1000 + 2020 / 200) + 3600;
    expect(counters).toMatchObject([{ kind: 'event_counter', busyUntil: world.clock.now + 10_000, ttl }]);
  });
});

describe('a store that fails', () => {
  it.each([
    ['the shared counter', 'UpdateItem'],
    ["the account's own limit", 'GetItem'],
  ])('a store that fails at %s refuses no event, and is not called again for five seconds', async (_, operation) => {
    let isDown = false;
    const broken = await startApp(world, {
      env,
      isDown: () => isDown && broken.calls.at(-1)?.operation === operation,
    });
    // A batch reads its clicks by BatchGetItem.
    await send(event(), broken);
    isDown = true;
    expect(await send(batch(50), broken)).toMatchObject({ status: 200 });
    broken.calls.length = 0;
    expect(await send(batch(50), broken)).toMatchObject({ status: 200 });
    expect(broken.calls.map((call) => call.operation)).not.toContain(operation);
    expect(await send(batch(1000), broken)).toMatchObject({ status: 200 });
    expect(await send(batch(1000), broken)).toMatchObject({ status: 429 });
    isDown = false;
    world.clock.now += 5000;
    expect(await send(batch(50), broken)).toMatchObject({ status: 200 });
    expect(broken.calls.map((call) => call.operation)).toContain(operation);
  });
});
