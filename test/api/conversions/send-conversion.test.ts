import { rawNumber } from '#shared/values/json.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let sid: string;
let events = 0;

beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  sid = await advertiser.click();
});

const event = (changes: object = {}) => ({
  event_type: 'order_created',
  svc_click_id: sid,
  event_id: `order_created:${++events}`,
  ...changes,
});
const send = (body: unknown, headers: Record<string, string> = advertiser.key) =>
  app.conversions.sendConversion({ body: body as ReturnType<typeof event>, headers });
const places = (answer: { body: unknown }) => (answer.body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join('.'));

describe('a conversion with a known click', () => {
  it('a conversion with a known click returns the campaign, ad group and ad', async () => {
    const body = event({ value: 25.99, currency: 'usd', properties: { order_number: '10017' } });
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      accepted: true,
      matched: true,
      duplicate: false,
      event_id: body.event_id,
      event_type: 'order_created',
      session_id: sid,
      campaign: 'spring',
      ad_group: 'shoes',
      ad_id: 'ad_1',
    });
  });

  it('a conversion accepts the raw svc_sid cookie as the click ID', async () => {
    const cookie = encodeURIComponent(JSON.stringify({ sid, v: 1 }));
    expect((await send(event({ svc_click_id: cookie }))).body).toMatchObject({
      matched: true,
      session_id: sid,
    });
    expect((await send(event({ svc_click_id: JSON.stringify({ sid }) }))).body).toMatchObject({
      matched: true,
    });
  });

  it('a conversion accepts null in an optional field as its absence', async () => {
    const absent = {
      occurred_at: null,
      external_user_id: null,
      value: null,
      currency: null,
      properties: null,
    };
    expect(await send(event(absent))).toMatchObject({ status: 200, body: { matched: true } });
  });

  it('a conversion costs one read and one write, and a duplicate one more write to count it', async () => {
    const body = event();
    await send(body);
    await send(body);
    const hot = ['GetItem attribution', 'PutItem attribution'];
    for (const [sent, calls] of [
      [event(), hot],
      [event({ external_user_id: 'user-1' }), hot],
      [body, [...hot, 'BatchWriteItem attribution']],
    ] as const) {
      app.calls.length = 0;
      await send(sent);
      expect(app.calls.map(({ operation, table }) => `${operation} ${table}`)).toEqual(calls);
    }
  });

  it('a conversion accepts an ID that looks personal, with a warning', async () => {
    const body = event({ event_id: 'order:ada@example.com' });
    const warnings = [{ code: 'pii_suspected', fields: ['event_id'] }];
    expect(await send(body)).toMatchObject({ status: 200, body: { event_id: body.event_id, warnings } });
    expect(await send(body)).toMatchObject({ body: { duplicate: true, warnings } });
  });

  it('a value that is finer than its currency is stored as it is, with a warning, alone and in a batch', async () => {
    const warnings = [{ code: 'value_too_fine', fields: ['value'] }];
    const fine = event({ value: 0.1 + 0.2, currency: 'EUR' });
    expect(await send(fine)).toMatchObject({ status: 200, body: { warnings } });
    const params = { event_id: fine.event_id };
    expect(await app.events.readConversion({ params, query: {}, headers: advertiser.headers })).toMatchObject({
      body: { value: '0.30000000000000004' },
    });
    const events = [
      event({ value: 10.5, currency: 'JPY' }),
      event({ value: 1.234, currency: 'KWD' }),
      event({ value: 4.35, currency: 'EUR' }),
    ];
    const batch = await send({ events } as never);
    expect(batch.body).toMatchObject({ results: [{ warnings }, {}, {}] });
    expect(JSON.stringify(batch.body).match(/value_too_fine/g)).toHaveLength(1);
  });

  it('a conversion accepts a decimal as text and an empty list of properties, as PHP sends them, with a warning', async () => {
    const body = event({ value: '25.99', properties: [] });
    const answer = await send(body as never);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        warnings: [
          { code: 'value_from_text', fields: ['value'] },
          { code: 'empty_list_ignored', fields: ['properties'] },
        ],
      },
    });
    const { id } = advertiser;
    const receipt = await app.events.readConversion({
      params: { event_id: body.event_id },
      query: {},
      headers: await app.signIn(id),
    });
    expect(receipt.body).toMatchObject({ value: '25.99', properties: null });
  });
});

describe('a retry', () => {
  it('a retry returns the original result with duplicate true, even after the session expired', async () => {
    const other = await startApp(await newWorld());
    const owner = await newAdvertiser(other);
    const body = event({ svc_click_id: await owner.click(), value: 5 });
    const call = () => other.conversions.sendConversion({ body, headers: owner.key });
    const first = await call();
    other.world.clock.now += 200 * 86_400_000;
    expect(await call()).toMatchObject({ status: 200, body: { ...first.body, duplicate: true } });
  });

  it('a retry of an unmatched event is 200, not matched, duplicate', async () => {
    const body = event({ svc_click_id: 's_nobody' });
    expect(await send(body)).toMatchObject({
      status: 202,
      body: { accepted: true, matched: false, duplicate: false, reason: 'unknown_svc_click_id' },
    });
    const again = await send(body);
    expect(again).toMatchObject({
      status: 200,
      body: { accepted: true, matched: false, duplicate: true, reason: 'unknown_svc_click_id' },
    });
    expect(again.body).not.toHaveProperty('session_id');
  });

  it('a retry with another payload keeps the original and names the different fields', async () => {
    const body = event({ value: 10, currency: 'EUR', properties: { a: 1, b: 2 }, external_user_id: 'u1' });
    await send(body);
    const same = await send({ ...body, properties: { b: 2, a: 1 } });
    expect(same.body).not.toHaveProperty('warnings');
    const other = await send({
      ...body,
      value: 11,
      event_type: 'signup_completed',
      external_user_id: 'u2',
      properties: { a: 1 },
    });
    expect(other).toMatchObject({
      status: 200,
      body: {
        duplicate: true,
        event_type: 'order_created',
        warnings: [
          {
            code: 'event_id_payload_mismatch',
            fields: ['event_type', 'external_user_id', 'value', 'properties'],
          },
        ],
      },
    });
  });

  it('2,000 parallel copies of an event are stored once, returned once as new, and counted once', async () => {
    const body = event({ event_type: 'purchase_completed', value: 3.5, currency: 'CHF' });
    const answers = await Promise.all(Array.from({ length: 2000 }, () => send(body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ body: result }) => 'duplicate' in result && !result.duplicate)).toHaveLength(1);
    await app.settle();
    const report = await app.reports.reportConversions({
      query: { group_by: 'event_type' },
      headers: advertiser.headers,
    });
    expect(report.body).toMatchObject({
      rows: expect.arrayContaining([{ event_type: 'purchase_completed', currency: 'CHF', count: 1, value: '3.50' }]),
    });
  });
});

describe('a click that earns nothing', () => {
  it('an organic visit earns nothing: no_ad_click', async () => {
    const organic = await advertiser.click('ref=newsletter');
    expect(await send(event({ svc_click_id: organic }))).toMatchObject({
      status: 202,
      body: { matched: false, reason: 'no_ad_click' },
    });
  });

  it('the receipt of an event without an ad click tells the channel and the traffic of its click', async () => {
    const organic = await advertiser.click('utm_source=letter&utm_medium=email');
    const sent = event({ svc_click_id: organic });
    await send(sent);
    const headers = await app.signIn(advertiser.id);
    const receipt = await app.events.readConversion({
      params: { event_id: sent.event_id },
      query: { environment: 'live' },
      headers,
    });
    expect(receipt).toMatchObject({
      status: 200,
      body: { matched: false, reason: 'no_ad_click', click: { channel: 'email' } },
    });
    expect(receipt.body).not.toHaveProperty('session_id');
  });

  it('an expired click earns nothing, but matches an order inside its window that arrives within 7 days', async () => {
    const other = await startApp(await newWorld());
    const owner = await newAdvertiser(other);
    const click = await owner.click();
    const day = 86_400_000;
    const clicked = other.world.clock.now;
    const sendAt = (days: number, occurredDays: number) => {
      other.world.clock.now = clicked + days * day;
      const occurred_at = new Date(clicked + occurredDays * day).toISOString();
      return other.conversions.sendConversion({
        body: event({ svc_click_id: click, occurred_at }),
        headers: owner.key,
      });
    };
    expect(await sendAt(30, 30)).toMatchObject({ status: 200 });
    expect(await sendAt(37, 29)).toMatchObject({ status: 200, body: { matched: true } });
    expect(await sendAt(37, 31)).toMatchObject({ status: 202, body: { reason: 'expired_svc_click_id' } });
    expect(await sendAt(37.1, 29)).toMatchObject({ status: 202, body: { reason: 'expired_svc_click_id' } });
  });
});

describe('the key', () => {
  it.each([
    ['missing', {}],
    ['of another scheme', { authorization: 'Basic abc' }],
    ['unknown', { authorization: `Bearer sk_live_${'x'.repeat(49)}` }],
    ['empty', { authorization: 'Bearer ' }],
  ])('%s is 401', async (_, headers) => {
    const answer = await send(event(), headers);
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a public key is 401 with a hint', async () => {
    expect(await send(event(), { authorization: `Bearer ${advertiser.pixelKey}` })).toMatchObject({
      status: 401,
      body: { code: 'public_key_not_accepted', detail: expect.stringContaining('sk_live_') },
    });
  });

  it('the token of a signed-in user is 401', async () => {
    expect(await send(event(), advertiser.headers)).toMatchObject({ status: 401 });
  });

  it('the key is verified before the body, even with bad JSON', async () => {
    expect(await send({}, {})).toMatchObject({ status: 401 });
    const request = new Request('http://x/api/v1/pixel/server-events', { method: 'POST', body: '{"a":' });
    expect((await app.send(request)).status).toBe(401);
  });

  it('the key stops working within 60 seconds of its end', async () => {
    const secret = await advertiser.issue({ name: 'Old', kind: 'secret', environment: 'live' });
    const headers = { authorization: `Bearer ${secret.key}` };
    expect(await send(event(), headers)).toMatchObject({ status: 200 });
    await app.keys.revokeKey({ params: { id: secret.id }, headers: advertiser.headers });
    app.world.clock.now += 60_000;
    expect(await send(event(), headers)).toMatchObject({ status: 401 });
  });
});

describe('the scope', () => {
  it('the scope refuses another pixel, account and environment with one body, and the event ID stays free', async () => {
    const secondPixel = (await advertiser.issue({ name: 'Second shop', kind: 'public', environment: 'live' })).key;
    const scoped = await advertiser.issue({
      name: 'Scoped',
      kind: 'secret',
      environment: 'live',
      pixel_key: secondPixel,
    });
    const stranger = await newAdvertiser(app);
    const tester = await advertiser.issue({ name: 'Test', kind: 'secret', environment: 'test' });
    const body = event();
    const bodies = await Promise.all(
      [scoped.key, stranger.key.authorization.slice(7), tester.key].map(async (key) => {
        const answer = await send(body, { authorization: `Bearer ${key}`, 'x-request-id': 'same' });
        expect(answer).toMatchObject({ status: 403, body: { code: 'click_id_out_of_scope' } });
        return JSON.stringify(answer.body);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(await send(body)).toMatchObject({ status: 200, body: { duplicate: false } });
    expect(await send(body, { authorization: `Bearer ${scoped.key}` })).toMatchObject({ status: 403 });
    const ownClick = await advertiser.click(undefined, secondPixel);
    const borrowed = await send({ ...body, svc_click_id: ownClick }, { authorization: `Bearer ${scoped.key}` });
    expect(borrowed).toMatchObject({ status: 403 });
  });

  it('an accepted event is returned again whatever click the retry names', async () => {
    const stranger = await newAdvertiser(app);
    const foreign = await stranger.click();
    const body = event();
    await send(body);
    expect(await send({ ...body, svc_click_id: foreign })).toMatchObject({
      status: 200,
      body: { duplicate: true, session_id: sid, warnings: [{ fields: ['svc_click_id'] }] },
    });
  });

  it('event IDs of the live and the test environment are separate', async () => {
    const tester = await newAdvertiser(app, 'test');
    const body = event({ svc_click_id: await tester.click() });
    expect(await send(body, tester.key)).toMatchObject({ status: 200, body: { duplicate: false } });
    const live = await tester.issue({ name: 'Live', kind: 'secret', environment: 'live' });
    const answer = await send({ ...body, svc_click_id: 's_nobody' }, { authorization: `Bearer ${live.key}` });
    expect(answer).toMatchObject({ status: 202, body: { duplicate: false } });
  });
});

describe('a body that breaks the rules', () => {
  it('an invalid body is 422 with every problem, without values, and the event ID stays free', async () => {
    const body = event({
      event_type: 'Order-Created',
      svc_click_id: '',
      occurred_at: '2026-11-23T00:00:00Z',
      value: -1,
      currency: 'dollars',
      properties: ['a'],
      external_user_id: 7,
    });
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(places(answer).sort()).toEqual(
      ['event_type', 'svc_click_id', 'occurred_at', 'value', 'currency', 'properties', 'external_user_id'].map((f) => `body.${f}`).sort(),
    );
    expect(JSON.stringify(answer.body)).not.toContain('dollars');
    expect(await send(event({ event_id: body.event_id }))).toMatchObject({
      status: 200,
      body: { duplicate: false },
    });
  });

  it('an invalid body names missing fields as existing clients know them', async () => {
    const { event_id: _, ...rest } = event();
    const answer = await send(rest, { ...advertiser.key, 'x-request-id': 'my-request.1' });
    expect(answer.body).toEqual({
      detail: [{ type: 'missing', loc: ['body', 'event_id'], msg: 'Field required' }],
      request_id: 'my-request.1',
    });
  });

  it.each([
    ['event_type', ['Order', 'order-created', '1order', 'order__x', '_order', 'order_', '', 'a'.repeat(65), null, 5]],
    ['event_id', ['', 'x'.repeat(257), null, 7, 'a\u0000b', 'a\ud800']],
    ['svc_click_id', ['', null, 9, 'x'.repeat(5000), 'x'.repeat(513), '\ud800', encodeURIComponent('{"sid":"a\\u0000"}')]],
    ['value', [-0.01, '', 'five', '-5', '1e3', '1,5', '1000000000001', true, 1e13, 1000000000000.01, [], {}]],
    ['currency', ['US', 'USDD', 'U1D', '', 5, 'ÄÖÜ']],
    [
      'occurred_at',
      [
        'yesterday',
        '2026-02-30',
        '2026-11-21T25:00:00Z',
        '2026-13-01',
        1763712000,
        '',
        '2026-11-22T12:10:00Z',
        '2026-11-21T10:00:00+25:00',
      ],
    ],
    ['properties', [['x'], 'x', 5, true]],
    ['external_user_id', ['a\u0000b', 5, 'x'.repeat(513)]],
    ['validate_only', ['true', 1]],
  ])('a bad %s is refused', async (field, values: unknown[]) => {
    for (const value of values) {
      const answer = await send(event({ [field]: value }));
      expect([field, value, answer.status, answer.status === 422 && places(answer)]).toEqual([field, value, 422, [`body.${field}`]]);
    }
  });

  it.each([
    ['event_type', ['a', 'order_created2', 'a'.repeat(64)]],
    ['event_id', ['x', 'x'.repeat(256), 'order:é:日本', '../..//?#%']],
    ['value', [0, 0.01, 1e12, 0.1 + 0.2, 1e-20]],
    ['currency', ['eur', 'JPY', 'xyz']],
    ['occurred_at', ['2026-11-21', '2026-11-21T10:00', '2026-11-21T10:00:00.123456+05:30', '1999-01-01T00:00:00Z', '2026-11-22T12:00:00Z']],
    ['properties', [{}, { a: { b: [1, null, 'x'] } }, JSON.parse('{"__proto__":{"a":1}}')]],
  ])('a good %s is accepted', async (field, values: unknown[]) => {
    for (const value of values) {
      const answer = await send(event({ [field]: value }));
      expect([field, value, answer.status]).toEqual([field, value, 200]);
    }
  });

  it.each(['1e-400', '0.5e-999', '1E-0324'])('the value %s is refused, which a parser would make 0', async (text) => {
    for (const value of [rawNumber(text), rawNumber(`${text.replace(/e/i, '0e')}`)]) {
      const answer = await send(event({ value }));
      expect([answer.status, places(answer)]).toEqual([422, ['body.value']]);
    }
    const batch = {
      events: [{ id: text, type: 'order_created', data: { amount: rawNumber(text), currency: 'USD' } }],
    };
    expect((await send(batch)).status).toBe(422);
  });

  it('properties over 32,768 bytes of compact UTF-8 JSON are 413, not one byte before', async () => {
    const sized = (bytes: number, letter = 'x') => ({
      p: letter.repeat((bytes - '{"p":""}'.length) / Buffer.byteLength(letter)),
    });
    expect(await send(event({ properties: sized(32_768) }))).toMatchObject({ status: 200 });
    const body = event({ properties: sized(32_769) });
    expect(await send(body)).toMatchObject({ status: 413, body: { code: 'properties_too_large' } });
    expect(await send(event({ properties: sized(32_770, 'é') }))).toMatchObject({ status: 413 });
    expect(await send({ ...body, properties: {} })).toMatchObject({
      status: 200,
      body: { duplicate: false },
    });
    expect(await send({ ...event({ properties: sized(40_000) }), event_type: 'BAD' })).toMatchObject({
      status: 422,
    });
  });

  it('a body over 1 MB is 413, after the check of the key', async () => {
    const big = event({ padding: 'x'.repeat(1_100_000) });
    expect(await send(big)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(await send(big, {})).toMatchObject({ status: 401 });
  });
});
