import { newApiKey, newId } from '#shared/values/ids.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { storedIn } from './stored.ts';

const env = {
  PIXEL_EVENTS_PER_SECOND: '50',
  PIXEL_BURST: '200',
  PIXEL_NETWORK_REQUESTS_PER_SECOND: '50',
  PIXEL_NETWORK_BURST: '1000',
};
const policy = '"pixel";q=200;w=4';
let world: World;
let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  world ??= await newWorld();
  world.clientAddress = '192.0.2.1';
  app = await startApp(world, { env });
  advertiser = await newAdvertiser(app);
});

const told = (answer: { status: number; headers: Headers; body: unknown }) => ({
  status: answer.status,
  body: answer.body,
  limit: answer.headers.get('ratelimit'),
  policy: answer.headers.get('ratelimit-policy'),
  retryAfter: answer.headers.get('retry-after'),
});
const land = async (by = app, key = advertiser.pixelKey, sid = newId('s')) =>
  told(await by.pixel.createSession({ body: { key, sid, url: 'https://shop.example/?svc_campaign=a' } }));
const view = { event_type: 'page_viewed', url: 'https://shop.example/' };
const report = async (count: number, by = app, headers: Record<string, string> = {}) => {
  const body = {
    key: advertiser.pixelKey,
    sid: newId('s'),
    events: Array.from({ length: count }, () => view),
  };
  return told(await by.pixel.sendPixelEvents({ body, headers }));
};
const full = async (by = app) => {
  for (let i = 0; i < 4; i++) expect(await report(50, by)).toMatchObject({ status: 202 });
};

describe('the limit of a public key and network', () => {
  it('the limit of a public key and network is in the headers: one unit per session and per event', async () => {
    expect(await land()).toMatchObject({ status: 201, policy, limit: '"pixel";r=199;t=1' });
    expect(await report(9)).toMatchObject({ status: 202, policy, limit: '"pixel";r=190;t=1' });
  });

  it('the limit of a public key and network refuses what exceeds it with 429 and Retry-After, which pages can read, and stores nothing', async () => {
    await full();
    app.calls.length = 0;
    const sid = newId('s');
    expect(await land(app, advertiser.pixelKey, sid)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      policy,
      limit: '"pixel";r=0;t=4',
      retryAfter: '1',
    });
    expect(await report(50, app, { origin: 'https://shop.example' })).toMatchObject({ status: 429 });
    expect(app.calls).toEqual([]);
    expect(await storedIn(world).click(sid)).toBeNull();
    expect(await storedIn(world).events(advertiser.id)).toHaveLength(200);
    world.clock.now += 1000;
    expect(await land(app, advertiser.pixelKey, sid)).toMatchObject({ status: 201 });
    expect(await report(49)).toMatchObject({ status: 202, limit: '"pixel";r=0;t=4' });
  });

  it('all addresses of a network count together, and networks and keys separately', async () => {
    await full();
    for (const [address, status] of [
      ['192.0.2.200', 429],
      ['::ffff:192.0.2.7', 429],
      ['192.0.3.1', 201],
      ['2001:db8:1:200::1', 201],
    ] as const) {
      world.clientAddress = address;
      expect([address, (await land()).status]).toEqual([address, status]);
    }
    world.clientAddress = '2001:db8:1:2ff::9';
    expect(await land()).toMatchObject({ limit: '"pixel";r=198;t=1' });
    world.clientAddress = '192.0.2.1';
    const { key } = await advertiser.issue({ name: 'Other', kind: 'public', environment: 'live' });
    expect(await land(app, key)).toMatchObject({ status: 201 });
  });

  it('the limit of a public key suffices for an office: 200 page views at once, then 50 a second', async () => {
    for (let i = 0; i < 200; i++) expect((await report(1)).status).toBe(202);
    for (let second = 0; second < 3; second++) {
      world.clock.now += 1000;
      for (let i = 0; i < 50; i++) expect((await report(1)).status).toBe(202);
    }
    expect((await report(1)).status).toBe(429);
  });
});

describe('the limit of a network, whatever keys it names', () => {
  const unknown = newApiKey('pk_live_');
  const guess = (by = app) => land(by, unknown);
  let networks = 0;
  beforeEach(() => {
    world.clientAddress = `198.51.${networks++}.1`;
  });

  it('the limit of a network refuses the 1,001st request before any look-up, and a second later accepts 50 more', async () => {
    for (let i = 0; i < 1000; i++) expect((await guess()).status).toBe(401);
    app.calls.length = 0;
    expect(await guess()).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      retryAfter: '1',
    });
    expect((await land()).status).toBe(429);
    expect(app.calls).toEqual([]);
    world.clock.now += 1000;
    const answers = [];
    for (let i = 0; i < 51; i++) answers.push((await guess()).status);
    expect(answers).toEqual([...Array(50).fill(401), 429]);
    world.clientAddress = '203.0.113.1';
    expect((await land()).status).toBe(201);
  });

  it('the limit of a network applies over all processes', async () => {
    const count = 5;
    const apps = await Promise.all(Array.from({ length: count }, () => startApp(world, { env })));
    let admitted = 0;
    for (let more = 1; more > 0; admitted += more) {
      const answers = await Promise.all(apps.map(guess));
      more = answers.filter(({ status }) => status === 401).length;
    }
    expect(admitted).toBeGreaterThanOrEqual(1000 - count);
    expect(admitted).toBeLessThanOrEqual(1000 + (count + 1) * 20);
  });

  it("the refusal of a network is readable by pages, and only the edge's token names another address", async () => {
    for (let i = 0; i < 1000; i++) await guess();
    const from = async (headers: Record<string, string>) => {
      const body = { key: unknown, url: 'https://shop.example/' };
      const all = { origin: 'https://shop.example', 'x-adtrail-viewer': '203.0.113.9', ...headers };
      const answer = await app.pixel.createSession({ body, headers: all });
      return [answer.status, answer.headers.get('access-control-allow-origin')];
    };
    vi.stubEnv('EDGE_TOKEN', 'the token of the edge');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await from({})).toEqual([429, 'https://shop.example']);
    expect(await from({ 'x-adtrail-edge': 'a guess' })).toEqual([429, 'https://shop.example']);
    expect(await from({ 'x-adtrail-edge': 'the token of the edge' })).toEqual([401, 'https://shop.example']);
  });
});

it('the limit costs no call for an ordinary visitor, and 14 more writes for 200 events of a busy network', async () => {
  app = await startApp(world, { env: { ...env, PIXEL_NETWORK_BURST: '5000' } });
  await land();
  await report(1);
  app.calls.length = 0;
  for (let i = 0; i < 30; i++, world.clock.now += 1000) await report(1);
  expect(app.calls.map(({ operation }) => operation)).toEqual(Array(30).fill('PutItem'));
  app.calls.length = 0;
  for (let i = 0; i < 200; i++, world.clock.now += 20) await report(1);
  const updates = app.calls.filter(({ operation }) => operation === 'UpdateItem').length;
  expect(updates).toBeGreaterThan(0);
  expect(updates).toBeLessThanOrEqual(14);
  expect(app.calls.filter(({ operation }) => operation === 'PutItem')).toHaveLength(200);
});

it('several processes admit the limit and at most the bound together', async () => {
  const count = 6;
  const apps = await Promise.all(Array.from({ length: count }, () => startApp(world, { env })));
  let admitted = 0;
  for (let second = 0; second <= 3; second++) {
    for (let more = 1; more > 0; admitted += more) {
      const answers = await Promise.all(apps.map((by) => report(3, by)));
      more = answers.filter(({ status }) => status === 202).length * 3;
    }
    world.clock.now += 1000;
  }
  const seconds = 3;
  expect(admitted).toBeGreaterThanOrEqual(200 + 50 * seconds - count * 3);
  expect(admitted).toBeLessThanOrEqual(200 + 50 * seconds + (count + 1) * (20 + seconds));
});

it('a counter that fails refuses no visitor', async () => {
  const broken = await startApp(world, {
    env,
    refusesForLoad: ({ body }) => body.includes('EVENTCOUNT#'),
  });
  await full(broken);
  expect(await report(1, broken)).toMatchObject({ status: 429 });
});
