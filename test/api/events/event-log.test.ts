import { listEvents } from '#functions/api/events/list-events.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { type Advertiser, dayMs, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});
const ids = ({ events }: { events: { event_id?: string | undefined }[] }) => events.map(({ event_id }) => event_id);

describe('the event log', () => {
  it('the event log lists accepted and rejected events newest first, with all decisions', async () => {
    const headers = { ...advertiser.key, 'x-request-id': 'req-1' };
    const fields = { event_id: 'a', value: 25.99, currency: 'eur', svc_click_id: await advertiser.click() };
    await scene.send(advertiser, fields, headers);
    app.world.clock.now += 1000;
    await scene.send(advertiser, { event_id: 'b' });
    await app.settle();
    app.world.clock.now += 1000;
    const bad = { event_id: 'c', event_type: 'Order', currency: 'dollars', value: 5 };
    await scene.send(advertiser, bad, { ...advertiser.key, 'x-request-id': 'req-3' });
    const place = { environment: 'live', key_id: advertiser.secretKeyId, id: expect.any(String) };
    expect(await scene.log(advertiser)).toEqual({
      next_cursor: null,
      events: [
        {
          ...place,
          received_at: '2026-11-21T12:00:02.000Z',
          outcome: 'rejected',
          event_id: 'c',
          event_type: 'Order',
          value: '5.00',
          counted: false,
          request_id: 'req-3',
          replayable_until: '2026-12-05T12:00:02.000Z',
          error: {
            code: 'validation_failed',
            message: expect.any(String),
            detail: [
              {
                type: 'string_pattern_mismatch',
                loc: ['body', 'event_type'],
                msg: 'Lower-case snake_case expected, such as order_created',
              },
              {
                type: 'string_pattern_mismatch',
                loc: ['body', 'currency'],
                msg: 'Three letters expected',
              },
            ],
          },
        },
        {
          ...place,
          received_at: '2026-11-21T12:00:01.000Z',
          outcome: 'unmatched',
          event_id: 'b',
          event_type: 'order_created',
          reason: 'unknown_svc_click_id',
          value: '0.00',
          currency: 'USD',
          counted: false,
          request_id: expect.any(String),
        },
        {
          ...place,
          received_at: '2026-11-21T12:00:00.000Z',
          outcome: 'matched',
          event_id: 'a',
          pixel_key: advertiser.pixelKey,
          event_type: 'order_created',
          campaign: 'spring',
          ad_group: 'shoes',
          ad_id: 'ad_1',
          channel: 'paid_other',
          paid: true,
          traffic: 'human',
          value: '25.99',
          currency: 'EUR',
          counted: true,
          request_id: 'req-1',
        },
      ],
    });
  });

  it('the event log filters by outcome, type, campaign, environment and days', async () => {
    const click = await advertiser.click();
    const secret = await advertiser.issue({ name: 'T', kind: 'secret', environment: 'test' });
    await scene.send(advertiser, { event_id: 'old' });
    app.world.clock.now += 2 * dayMs;
    await scene.send(advertiser, { event_id: 'm', svc_click_id: click });
    await scene.send(advertiser, { event_id: 'u', event_type: 'items_added' });
    await scene.send(advertiser, { event_id: 'r', value: -1 });
    await scene.send(advertiser, { event_id: 't' }, { authorization: `Bearer ${secret.key}` });
    await app.settle();
    const found = async (query: object) => ids(await scene.log(advertiser, { ...query })).sort();
    expect(await found({})).toEqual(['m', 'old', 'r', 'u']);
    expect(await found({ outcome: 'matched' })).toEqual(['m']);
    expect(await found({ outcome: 'unmatched' })).toEqual(['old', 'u']);
    expect(await found({ outcome: 'rejected' })).toEqual(['r']);
    expect(await found({ event_type: 'items_added' })).toEqual(['u']);
    expect(await found({ campaign: 'spring' })).toEqual(['m']);
    expect(await found({ campaign: 'spring', outcome: 'unmatched' })).toEqual([]);
    expect(await found({ environment: 'test' })).toEqual(['t']);
    expect(await found({ to: '2026-11-22' })).toEqual(['old']);
    expect(await found({ from: '2026-11-22' })).toEqual(['m', 'r', 'u']);
    const stranger = await newAdvertiser(app);
    expect(ids(await scene.log(stranger))).toEqual([]);
  });

  it('the event log goes by every one of its filters, also by one alone', async () => {
    const [pixel, server] = [
      (await advertiser.issue({ name: 'Second', kind: 'public', environment: 'live' })).key,
      await advertiser.issue({ name: 'Second', kind: 'secret', environment: 'live' }),
    ];
    const landed = await app.pixel.createSession({
      body: {
        key: pixel,
        internal: true,
        url: 'https://shop.example/p?utm_campaign=News&svc_ad_group=boots&svc_ad_id=ad_2&utm_medium=email',
      },
    });
    if (landed.status !== 201) throw new Error(JSON.stringify(landed.body));
    await scene.send(advertiser, { event_id: 'first', svc_click_id: await advertiser.click() });
    await scene.send(
      advertiser,
      { event_id: 'second', event_type: 'signup_completed', svc_click_id: landed.body.sid, consent: { ad_user_data: 'denied' } },
      { authorization: `Bearer ${server.key}` },
    );
    await scene.send(advertiser, { event_id: 'third' });
    await app.settle();
    const expected: Record<string, [value: string, found: string[]]> = {
      outcome: ['matched', ['first', 'second']],
      reason: ['unknown_svc_click_id', ['third']],
      campaign: ['News', ['second']],
      campaign_contains: ['EW', ['second']],
      ad_group: ['boots', ['second']],
      ad_id: ['ad_2', ['second']],
      event_type: ['signup_completed', ['second']],
      channel: ['email', ['second']],
      paid: ['false', ['second']],
      traffic: ['internal', ['second']],
      consent: ['denied', ['second']],
      key_id: [server.id, ['second']],
      pixel_key: [pixel, ['second']],
      id: ['second', ['second']],
    };
    const others = ['environment', 'time_zone', 'client_user_id', 'from', 'to', 'limit', 'cursor'];
    expect(Object.keys(expected).sort()).toEqual(
      Object.keys(listEvents.query?.shape ?? {})
        .filter((name) => !others.includes(name))
        .sort(),
    );
    for (const [name, [value, found]] of Object.entries(expected))
      expect(ids(await scene.log(advertiser, { [name]: value })).sort(), name).toEqual(found);
  });

  it('the event log with an ID still applies the other filters', async () => {
    const own = await startApp(await newWorld());
    const owner = await newAdvertiser(own);
    const second = (await owner.issue({ name: 'Second', kind: 'public', environment: 'live' })).key;
    await sceneOf(own).send(owner, { event_id: 'sold', svc_click_id: await owner.click() });
    await own.settle();
    const ids = async (query: object) => (await sceneOf(own).log(owner, { id: 'sold', ...query })).events.map(({ event_id }) => event_id);
    for (const [fits, other] of [
      [{ outcome: 'matched' }, { outcome: 'unmatched' }],
      [{ event_type: 'order_created' }, { event_type: 'signup_completed' }],
      [{ campaign: 'spring' }, { campaign: 'autumn' }],
      [{ key_id: owner.secretKeyId }, { key_id: 'key_other' }],
      [{ pixel_key: owner.pixelKey }, { pixel_key: second }],
      [{}, { reason: 'no_click_id' }],
      [{ environment: 'live' }, { environment: 'test' }],
    ] as const) {
      expect(await ids(fits), JSON.stringify(fits)).toEqual(['sold']);
      expect(await ids(other), JSON.stringify(other)).toEqual([]);
    }
  });

  it('the event log shows the last 7 days by default, and at most 92', async () => {
    await scene.send(advertiser, { event_id: 'x' });
    await app.settle();
    app.world.clock.now += 6 * dayMs;
    expect(ids(await scene.log(advertiser))).toEqual(['x']);
    app.world.clock.now += dayMs;
    expect(ids(await scene.log(advertiser))).toEqual([]);
    expect(ids(await scene.log(advertiser, { from: '2026-08-29', to: '2026-11-28' }))).toEqual(['x']);
    const headers = await app.signIn(advertiser.id);
    for (const query of [
      { from: '2026-08-28', to: '2026-11-28' },
      { from: '2026-11-28', to: '2026-11-27' },
      { limit: 0 },
      { limit: 101 },
      { outcome: 'doubled' },
      { time_zone: 'Mars/Olympus' },
      { pixel_key: 'pk_live_nobody' },
      { cursor: 'bm9uc2Vuc2U' },
      { cursor: Buffer.from('["2026-11-21","2026-11-20"]').toString('base64url') },
    ])
      expect([query, (await app.events.listEvents({ query: query as object, headers })).status]).toEqual([query, 422]);
  });

  it.each([3, 7, 100])('pages of %d have all entries without loss or repeat, while events arrive', async (limit) => {
    const sent: string[] = [];
    for (let day = 0; day < 4; day++) {
      for (let i = 0; i < 12; i++) {
        const event_id = `${day}-${i}`;
        sent.push(event_id);
        await scene.send(advertiser, { event_id, ...(i % 5 === 0 && { value: -1 }) });
        if (i % 3 === 0) app.world.clock.now += 1;
      }
      app.world.clock.now += day === 1 ? 2 * dayMs : dayMs;
    }
    await app.settle();
    const seen: (string | undefined)[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await scene.log(advertiser, { limit, ...(cursor && { cursor }) });
      expect(page.events.length).toBeLessThanOrEqual(limit);
      seen.push(...ids(page));
      cursor = page.next_cursor;
      await scene.send(advertiser, { event_id: `new-${seen.length}`, value: -1 });
      app.world.clock.now += 1;
    } while (cursor);
    expect(seen).toHaveLength(sent.length);
    expect([...seen].sort()).toEqual([...sent].sort());
  });

  it('the event log hides entries beyond the retention, even before their deletion', async () => {
    const short = await startApp(app.world, { env: { PIXEL_EVENTS_RETENTION_DAYS: '2' } });
    const within = sceneOf(short);
    const at = app.world.clock.now;
    await within.send(advertiser, { event_id: 'x' });
    await within.send(advertiser, { event_id: 'bad', value: -1 });
    await short.settle();
    app.world.clock.now = at + 2 * dayMs - 1;
    const { events } = await within.log(advertiser);
    expect(ids({ events }).sort()).toEqual(['bad', 'x']);
    expect(events.find(({ event_id }) => event_id === 'bad')).toMatchObject({
      replayable_until: '2026-11-23T12:00:00.000Z',
    });
    app.world.clock.now = at + 2 * dayMs;
    expect(ids(await within.log(advertiser))).toEqual([]);
    expect((await within.replay(advertiser, events.at(-1)?.id ?? '')).status).toBe(404);
    expect(await within.receipt(advertiser, 'x')).not.toHaveProperty('log_id');
  });
});

itRefusesUnknownIds('events', () => app);
