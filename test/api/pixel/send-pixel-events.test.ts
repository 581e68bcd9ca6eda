import { newId } from '#shared/values/ids.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { storedIn } from './stored.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app ??= await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});

type Body = Parameters<TestApp['pixel']['sendPixelEvents']>[0]['body'];
const sid = newId('s');
const view = { event_type: 'page_viewed', url: 'https://shop.example/a?q=1#x' };
const send = (body: Partial<Body>, by = app) =>
  by.pixel.sendPixelEvents({ body: { key: advertiser.pixelKey, sid, events: [view], ...body } });
const dayMs = 86_400_000;

describe('browser events', () => {
  it('browser events are stored singly in their order, with page but without query, also for an unknown click ID', async () => {
    const events = [view, { event_type: 'items_added', properties: { sku: 'A1' } }, { event_type: 'zoomed' }];
    expect(await send({ events })).toMatchObject({ status: 202, body: { accepted: 3 } });
    const at = new Date(app.world.clock.now).toISOString();
    const common = {
      kind: 'pixel_event',
      sid,
      accountId: advertiser.id,
      environment: 'live',
      pixelKey: advertiser.pixelKey,
      at,
      ttl: Math.ceil((app.world.clock.now + 90 * dayMs) / 1000),
    };
    const key = { pk: expect.any(String), sk: expect.stringMatching(at) };
    expect(await storedIn(app.world).events(advertiser.id)).toEqual([
      { ...key, ...common, eventType: 'page_viewed', url: 'https://shop.example/a' },
      { ...key, ...common, eventType: 'items_added', properties: '{"sku":"A1"}' },
      { ...key, ...common, eventType: 'zoomed' },
    ]);
  });

  it('browser events cost one write each; an account and day is noted once per function instance', async () => {
    await send({});
    app.calls.length = 0;
    await send({ events: Array.from({ length: 50 }, () => view) });
    expect(app.calls.map(({ operation }) => operation)).toEqual(Array(50).fill('PutItem'));
    expect(await storedIn(app.world).events(advertiser.id)).toHaveLength(51);

    app.calls.length = 0;
    app.world.clock.now += dayMs;
    await send({});
    await send({});
    const writes = app.calls.map(({ operation }) => operation).filter((name) => /Put|Update/.test(name));
    expect(writes).toEqual(['UpdateItem', 'PutItem', 'PutItem']);
    expect(await storedIn(app.world).days()).toContain(`${advertiser.id}#live`);
    app.world.clock.now -= dayMs;
  });

  it('browser events are separate by environment', async () => {
    const { key } = await advertiser.issue({ name: 'Test', kind: 'public', environment: 'test' });
    await send({ key });
    const stored = storedIn(app.world);
    expect(await stored.events(advertiser.id, 'test')).toHaveLength(1);
    expect(await stored.events(advertiser.id)).toEqual([]);
    expect(await stored.days()).toContain(`${advertiser.id}#test`);
  });

  it('browser events lose likely personal data, and keep numbers exact', async () => {
    const text = JSON.stringify({
      key: advertiser.pixelKey,
      sid,
      events: [{ event_type: 'form_sent', properties: { mail: 'ada@example.com', n: 1 } }],
    }).replace('"n":1', '"n":12345678901234567890.5');
    const request = new Request('http://x/api/v1/pixel/events', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' },
    });
    const answer = await app.send(request);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([202, 'https://shop.example']);
    const [event] = await storedIn(app.world).events(advertiser.id);
    expect(event?.properties).toBe('{"mail":"[redacted]","n":12345678901234567890.5}');
  });

  it('browser events with errors are 422 with every error, and none is stored', async () => {
    const events = [
      { event_type: 'Page Viewed' },
      view,
      { event_type: 'a', url: 'javascript:alert(1)' },
      { event_type: 'a', properties: { text: 'é'.repeat(2050) } },
      { event_type: 'a', properties: [] as never },
      {} as never,
    ];
    const answer = await send({ sid: 'x', events });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: unknown[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual([
      'body.sid',
      'body.events.0.event_type',
      'body.events.2.url',
      'body.events.3.properties',
      'body.events.4.properties',
      'body.events.5.event_type',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('alert');
    expect(await storedIn(app.world).events(advertiser.id)).toEqual([]);
  });

  it('browser events are 1 to 50 at a time, in at most 256 KB', async () => {
    for (const count of [0, 51])
      expect(await send({ events: Array(count).fill(view) })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'events'] }] },
      });
    const events = [{ event_type: 'a', properties: { text: 'x'.repeat(262_144) } }];
    expect((await send({ events })).status).toBe(413);
  });

  it('browser events need a public key, on an allowed origin', async () => {
    expect(await send({ key: advertiser.key.authorization.slice(7) })).toMatchObject({ status: 401 });
    const { key } = await advertiser.issue({
      name: 'Strict',
      kind: 'public',
      environment: 'live',
      allowed_origins: ['https://shop.example'],
    });
    const body = { key, sid, events: [view] };
    const from = (origin: string) => app.pixel.sendPixelEvents({ body, headers: { origin } });
    expect((await from('https://shop.example')).status).toBe(202);
    expect(await from('https://evil.example')).toMatchObject({
      status: 403,
      body: { code: 'origin_not_allowed' },
    });
  });

  it('browser events survive a crash at any call and a retry, and their day is noted', async () => {
    await crashTest({
      prepare: async (by) => ({ own: await newAdvertiser(by) }),
      operation: (by, { own }) =>
        by.pixel.sendPixelEvents({
          body: { key: own.pixelKey, sid, events: [view, { event_type: 'zoomed' }] },
        }),
      async check(by, { own }, answer) {
        expect(answer.status).toBe(202);
        const stored = storedIn({ ...by.world, clock: { now: Date.parse('2026-11-21T12:00:00Z') } });
        const types = (await stored.events(own.id)).map(({ eventType }) => eventType);
        expect([...new Set(types)].sort()).toEqual(['page_viewed', 'zoomed']);
        expect(await stored.days()).toContain(`${own.id}#live`);
      },
    });
  });
});
