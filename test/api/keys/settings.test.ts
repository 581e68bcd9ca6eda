import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});

const read = (pixel_key?: string, headers = owner.headers) =>
  app.keys.readSettings({ query: { ...(pixel_key && { pixel_key }) }, headers });
const change = (body: object, pixel_key?: string, headers = owner.headers, by = app) =>
  by.keys.changeSettings({ query: { ...(pixel_key && { pixel_key }) }, body, headers });
const defaults = () => ({
  pixel_key: owner.pixelKey,
  allowed_origins: [],
  conversion_event_types: ['order_created', 'signup_completed', 'subscription_started', 'purchase_completed'],
  click_window_days: 30,
});
const places = ({ body }: { body: unknown }) => (body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join('.'));

describe('settings of a pixel', () => {
  it('settings of a pixel begin with the defaults, and change by any subset', async () => {
    expect(await read()).toMatchObject({ status: 200, body: defaults() });
    const changed = { ...defaults(), click_window_days: 7, allowed_origins: ['https://shop.example'] };
    expect(
      await change({
        click_window_days: 7,
        allowed_origins: ['https://shop.example'],
        conversion_event_types: null,
      }),
    ).toMatchObject({ status: 200, body: changed });
    expect(await change({})).toMatchObject({ status: 200, body: changed });
    expect(await read(owner.pixelKey)).toMatchObject({ status: 200, body: changed });
    expect(await change({ allowed_origins: [] })).toMatchObject({
      body: { ...changed, allowed_origins: [] },
    });
  });

  it("settings need a pixel's name if there are several live pixels, and are 404 without a pixel", async () => {
    const test = await owner.issue({ name: 'T', kind: 'public', environment: 'test' });
    expect(await read()).toMatchObject({ status: 200, body: { pixel_key: owner.pixelKey } });
    expect(await change({ pixel_key: test.key, click_window_days: 3 })).toMatchObject({
      body: { pixel_key: test.key, click_window_days: 3 },
    });
    const second = await owner.issue({ name: 'S', kind: 'public', environment: 'live' });
    const answer = await read();
    expect(answer.status).toBe(422);
    for (const key of [owner.pixelKey, second.key]) expect(JSON.stringify(answer.body)).toContain(key);
    expect(await change({ click_window_days: 3 })).toMatchObject({ status: 422 });
    expect(await change({ click_window_days: 3, pixel_key: test.key }, second.key)).toMatchObject({
      status: 422,
    });
    expect(await read(owner.pixelKey)).toMatchObject({ body: { click_window_days: 30 } });
    await app.keys.revokeKey({ params: { id: second.id }, headers: owner.headers });
    expect(await read()).toMatchObject({ status: 200, body: { pixel_key: owner.pixelKey } });
    expect(await read(undefined, (await newUser(app)).headers)).toMatchObject({ status: 404 });
  });

  it("settings of another account's pixel, a secret key and an unknown key are 404", async () => {
    const stranger = await newAdvertiser(app);
    const secret = owner.key.authorization.slice('Bearer '.length);
    for (const key of [stranger.pixelKey, secret, 'pk_live_unknown']) {
      expect(await read(key)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await change({ click_window_days: 1 }, key)).toMatchObject({ status: 404 });
    }
    expect(await read(stranger.pixelKey, stranger.headers)).toMatchObject({
      body: { click_window_days: 30 },
    });
  });

  it('settings of a pixel report every problem of a bad body, and change nothing', async () => {
    const answer = await change({
      allowed_origins: ['https://a.example/path'],
      conversion_event_types: ['Order', 'a', 'a'],
      click_window_days: 91,
    });
    expect(answer.status).toBe(422);
    expect([...new Set(places(answer))].sort()).toEqual([
      'body.allowed_origins.0',
      'body.click_window_days',
      'body.conversion_event_types',
      'body.conversion_event_types.0',
    ]);
    for (const body of [
      { conversion_event_types: [] },
      { conversion_event_types: ['a', 'a'] },
      { conversion_event_types: Array.from({ length: 51 }, (_, i) => `t${i}`) },
      ...['https://*.shop.example', '*', 'https://*', 'https://shop.*'].map((origin) => ({
        allowed_origins: [origin],
      })),
      { allowed_origins: Array.from({ length: 51 }, (_, i) => `https://s${i}.example`) },
      { click_window_days: 0 },
      { click_window_days: 1.5 },
      { click_window_days: '7' },
    ])
      expect(await change(body)).toMatchObject({ status: 422 });
    expect(await read()).toMatchObject({ body: defaults() });
  });

  it('settings of a pixel apply within a minute: event types to later events, the window to new clicks, origins to browsers', async () => {
    const sid = await owner.click();
    const send = (event_id: string) =>
      app.conversions.sendConversion({
        body: { event_type: 'trial_started', event_id, svc_click_id: sid },
        headers: owner.key,
      });
    await send('before');
    await change({
      conversion_event_types: ['trial_started'],
      click_window_days: 1,
      allowed_origins: ['https://shop.example'],
    });
    app.world.clock.now += 60_000;
    await send('after');
    const counted = async (event_id: string) => {
      const query = { params: { event_id }, query: {}, headers: owner.headers };
      const answer = await app.events.readConversion(query);
      return answer.status === 200 && answer.body.counted;
    };
    expect([await counted('before'), await counted('after')]).toEqual([false, true]);
    const session = (origin: string) =>
      app.pixel.createSession({
        body: { key: owner.pixelKey, url: 'https://shop.example/?svc_campaign=c' },
        headers: { origin } as never,
      });
    expect(await session('https://other.example')).toMatchObject({ status: 403 });
    const expires_at = new Date(app.world.clock.now + 86_400_000).toISOString();
    expect(await session('https://shop.example')).toMatchObject({ status: 201, body: { expires_at } });
    app.world.clock.now += 20 * 86_400_000;
    expect(await send('later')).toMatchObject({ status: 200, body: { matched: true } });
  });

  it("parallel changes of a pixel's settings lose no field", async () => {
    const other = await app.restart();
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => change({ click_window_days: i + 1 }, undefined, owner.headers, i % 2 ? app : other)),
      ...Array.from({ length: 20 }, (_, i) => change({ conversion_event_types: [`a${i}`, `b${i}`] })),
      change({ allowed_origins: ['https://shop.example'] }),
    ]);
    const answer = await read();
    if (answer.status !== 200) throw new Error();
    const [a = '', b] = answer.body.conversion_event_types;
    expect(b).toBe(a.replace('a', 'b'));
    expect(answer.body.click_window_days).not.toBe(30);
    expect(answer.body.allowed_origins).toEqual(['https://shop.example']);
  });
});

it('an attribution by user that a window of 0 days would disable is refused, and the window stays', async () => {
  expect(await change({ identity_window_days: 0 })).toMatchObject({ status: 200 });
  for (const identity_attribution of ['report', 'answer']) {
    const refused = await change({ identity_attribution, click_window_days: 9 });
    expect([refused.status, places(refused)]).toEqual([422, ['body.identity_attribution']]);
  }
  expect(await read()).toMatchObject({ body: { identity_attribution: 'off', click_window_days: 30 } });
  expect(await change({ identity_attribution: 'answer', identity_window_days: 1 })).toMatchObject({
    body: { identity_attribution: 'answer', identity_window_days: 1 },
  });
});

it('reports are about the primary event type of the account until they are asked for another', async () => {
  const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
  const click = await owner.click();
  for (const event_type of ['order_created', 'signup_completed', 'signup_completed'])
    await app.conversions.sendConversion({
      body: { event_type, event_id: crypto.randomUUID(), svc_click_id: click, value: 5, currency: 'USD' },
      headers: owner.key,
    });
  await app.settle();
  const counted = async (by: TestApp, conversion?: string) => {
    const query = { from: day, to: day, ...(conversion && { conversion }) };
    const every = { traffic: 'all', paid: 'all' } as const;
    const { headers } = owner;
    const performance = await by.reports.reportPerformance({ query: { ...query, ...every }, headers });
    const traffic = await by.reports.reportTraffic({ query, headers });
    if (performance.status !== 200 || traffic.status !== 200) throw new Error('No report');
    return [
      [performance.body.conversion, performance.body.totals[0]?.conversions],
      [traffic.body.conversion, traffic.body.all.conversions],
    ];
  };
  const both = (...one: unknown[]) => [one, one];
  const other = await app.restart();
  expect(await counted(other)).toEqual(both('order_created', 1));
  expect(await read()).toMatchObject({ body: { primary_event_type: 'order_created' } });
  expect(await change({ primary_event_type: 'signup_completed' })).toMatchObject({
    body: { ...defaults(), primary_event_type: 'signup_completed' },
  });
  expect(await change({ click_window_days: 9 })).toMatchObject({
    body: { primary_event_type: 'signup_completed' },
  });
  expect(await counted(app)).toEqual(both('signup_completed', 2));
  expect(await counted(app, 'order_created')).toEqual(both('order_created', 1));
  app.world.clock.now += 60_000;
  expect(await counted(other)).toEqual(both('signup_completed', 2));
  const refused = await change({ primary_event_type: 'Not a type!', click_window_days: 0 });
  expect([refused.status, places(refused)]).toEqual([422, ['body.click_window_days', 'body.primary_event_type']]);
  expect(await read()).toMatchObject({
    body: { primary_event_type: 'signup_completed', click_window_days: 9 },
  });
  expect(await change({ primary_event_type: null })).toMatchObject({
    body: { primary_event_type: 'order_created', click_window_days: 9 },
  });
});
