import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let sid: string;

beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  sid = await advertiser.click();
});

type Result = {
  index: number;
  status: number;
  accepted: boolean;
  duplicate: boolean;
  event_id?: string;
  event_type?: string;
  warnings?: { code: string; fields: string[] }[];
  error?: { code: string; detail?: { type: string; loc: (string | number)[]; msg: string }[] };
};
type Batch = { summary: Record<string, number>; results: Result[]; [name: string]: unknown };

const send = async (body: object, headers: Record<string, string> = advertiser.key) => {
  const answer = await app.conversions.sendConversion({ body: body as { events: [] }, headers });
  return { status: answer.status as number, body: answer.body as unknown as Batch, headers: answer.headers };
};
const receipt = async (event_id: string) =>
  (await app.events.readConversion({ params: { event_id }, query: {}, headers: advertiser.headers })).body;
let ids = 0;
const own = (changes: object = {}) => ({
  id: `b${++ids}`,
  type: 'order_created',
  svc_click_id: sid,
  data: {},
  ...changes,
});

describe("a client of the assistant channel's own Conversions API", () => {
  // The channel's own limit of seven days, which is not ours, excludes the documented sample.
  const sample = (id: string) => ({
    validate_only: false,
    integration_source: 'my_shop',
    events: [
      {
        id,
        type: 'order_created',
        timestamp_ms: 1773892800000,
        oppref: 'OPPREF_FROM_LANDING',
        action_source: 'web',
        source_url: 'https://www.example.com/checkout/confirmation?email=ada@example.com#x',
        user: {
          emails_sha256: ['973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b'],
          ip_address: '203.0.113.1',
        },
        data: {
          type: 'contents',
          amount: 2599,
          currency: 'USD',
          contents: [{ id: 'sku_1', name: 'Shoe', quantity: 1, amount: 2599, currency: 'USD' }],
        },
      },
    ],
  });

  it("a client of the assistant's API changes only URL and key, and its event is attributed by the landing page's alias", async () => {
    await advertiser.click('svc_campaign=spring&oppref=OPPREF_FROM_LANDING');
    const answer = await send(sample('order_0001'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        accepted: true,
        accepted_events: 1,
        received_events: 1,
        results: [
          {
            index: 0,
            status: 200,
            matched: true,
            campaign: 'spring',
            warnings: [{ code: 'user_data_ignored', fields: ['user'] }],
          },
        ],
      },
    });
    expect(await receipt('order_0001')).toMatchObject({
      value: '25.99',
      currency: 'USD',
      occurred_at: '2026-03-19T04:00:00.000Z',
      properties: {
        data_type: 'contents',
        action_source: 'web',
        source_url: 'https://www.example.com/checkout/confirmation',
        contents: [{ id: 'sku_1', quantity: 1 }],
      },
    });
  });

  it("a client of the assistant's API may send an alias with blanks, and one as long as a landing page's", async () => {
    const long = 'x'.repeat(700);
    await advertiser.click(`svc_campaign=long&oppref=${long}`);
    for (const oppref of [long, '  OPPREF_FROM_LANDING ']) {
      const { svc_click_id: _, ...item } = own();
      const { body } = await send({ events: [{ ...item, oppref }] });
      expect(body.results[0]).toMatchObject({ status: 200, matched: true });
    }
  });

  it("a client of the assistant's API with an unknown alias is accepted, unmatched", async () => {
    const body = sample('order_0002');
    const [event] = body.events;
    const answer = await send({ events: [{ ...event, oppref: 'unheard of' }] });
    expect(answer).toMatchObject({
      status: 202,
      body: { accepted_events: 1, results: [{ status: 202, reason: 'unknown_svc_click_id' }] },
    });
  });

  it.each([
    ['lead_created', { type: 'customer_action' }, 'lead_created', '0.00'],
    ['subscription_created', { type: 'plan_enrollment', plan_id: 'pro', amount: 4900, currency: 'eur' }, 'subscription_created', '49.00'],
    ['custom', { type: 'custom', amount: 100, currency: 'USD', seats: 5 }, 'quiz_done', '1.00'],
  ])("a client of the assistant's API may send %s", async (type, data, stored, value) => {
    const id = `kind-${type}`;
    const item = {
      id,
      type,
      timestamp_ms: 1773892800000,
      svc_click_id: sid,
      data,
      ...(type === 'custom' && { custom_event_name: 'Quiz-Done' }),
    };
    expect((await send({ events: [item] })).body.results[0]).toMatchObject({
      status: 200,
      event_type: stored,
    });
    expect(await receipt(id)).toMatchObject({ event_type: stored, value });
  });
});

describe('money in a batch', () => {
  it.each([
    [{ amount: 1580, currency: 'JPY' }, '1580.00'],
    [{ amount: 1500, currency: 'KWD' }, '1.50'],
    [{ amount: 1501, currency: 'kwd' }, '1.501'],
    [{ amount: 10_000, currency: 'CLF' }, '1.00'],
    [{ amount: 10_001, currency: 'UYW' }, '1.0001'],
    [{ amount: 500, currency: 'UYI' }, '500.00'],
    [{ amount: 1, currency: 'USD' }, '0.01'],
    [{ amount: 2599, value: 25.99, currency: 'USD' }, '25.99'],
    [{ value: 25.99 }, '25.99'],
  ])('%j is %s', async (data, value) => {
    const item = own({ data });
    expect((await send({ events: [item] })).body.results[0]).toMatchObject({ status: 200 });
    expect(await receipt(item.id)).toMatchObject({ value });
  });

  it.each([
    [{ amount: 25.99, currency: 'USD' }, 'amount'],
    [{ amount: '2599', currency: 'USD' }, 'amount'],
    [{ amount: -5, currency: 'USD' }, 'amount'],
    [{ amount: 2599, value: 25, currency: 'USD' }, 'amount'],
    [{ value: -1 }, 'value'],
    [{ amount: 5, currency: 'DOLLAR' }, 'currency'],
  ])('%j is refused at %s', async (data, field) => {
    const answer = await send({ events: [own({ data })] });
    expect(answer.status).toBe(422);
    expect(answer.body.results[0]?.error?.detail).toMatchObject([{ loc: ['body', 'events', 0, field] }]);
  });

  it.each([
    [{ amount: -5 }, 'Negative values are not accepted'],
    [{ amount: '2599' }, 'A whole number of minor units expected, and no text'],
    [{ amount: '-5' }, 'Negative values are not accepted'],
    [{ amount: 25.99 }, 'A whole number of minor units expected'],
    [{ value: '-1' }, 'Negative values are not accepted'],
  ])('the problem of money in a batch names its cause: %j', async (data, msg) => {
    const { body } = await send({ events: [own({ data: { ...data, currency: 'USD' } })] });
    expect(body.results[0]?.error?.detail).toMatchObject([{ msg }]);
  });

  it('a batch without a currency warns that dollars are assumed', async () => {
    const { body } = await send({ events: [own({ data: { amount: 100 } })], validate_only: true });
    expect(body.results[0]?.warnings).toEqual([{ code: 'currency_defaulted', fields: ['currency'] }]);
  });
});

describe("an item's fields", () => {
  it("an item's fields come from the first place that has them", async () => {
    const other = await advertiser.click('svc_campaign=other');
    const campaign = async (item: object, defaults: object = {}) => {
      const { svc_click_id: _, ...rest } = own();
      const { body } = await send({ events: [{ ...rest, ...item }], ...defaults });
      return (body.results[0] as unknown as { campaign?: string }).campaign;
    };
    expect(await campaign({ svc_click_id: sid, data: { svc_click_id: other } })).toBe('spring');
    expect(await campaign({ data: { svc_click_id: sid, properties: { svc_click_id: other } } })).toBe('spring');
    expect(await campaign({ data: { properties: { svc_click_id: sid } } }, { svc_click_id: other })).toBe('spring');
    expect(await campaign({}, { svc_click_id: other })).toBe('other');
  });

  it('an item may use the fields of the single form', async () => {
    const event = {
      event_type: 'order_created',
      event_id: 'single-in-batch',
      svc_click_id: sid,
      value: 3,
      currency: 'GBP',
      properties: { a: 1 },
      occurred_at: '2026-11-20T00:00:00Z',
    };
    expect((await send({ events: [event] })).body.results[0]).toMatchObject({
      status: 200,
      event_id: 'single-in-batch',
    });
    expect(await receipt('single-in-batch')).toMatchObject({
      value: '3.00',
      currency: 'GBP',
      properties: { a: 1 },
    });
  });

  it('problems of an item name its place in the batch', async () => {
    const { body, status } = await send({
      events: [
        { type: 'custom', timestamp_ms: 1773892800, data: {} },
        own({ timestamp_ms: 1773892800000.5, type: 'Bad Name' }),
        own({ timestamp_ms: Date.parse('2026-11-23') }),
        own({ properties: ['x'] }),
      ],
    });
    expect(status).toBe(422);
    const places = body.results.map(({ error }) => error?.detail?.map(({ loc }) => loc.slice(2).join('.')).sort());
    expect(places).toEqual([
      ['0.custom_event_name', '0.event_id', '0.timestamp_ms'],
      ['1.event_type', '1.timestamp_ms'],
      ['2.occurred_at'],
      ['3.properties'],
    ]);
    expect(JSON.stringify(body.results[0])).toContain('Milliseconds expected');
    expect(body.detail).toHaveLength(7);
  });

  it("other spellings of an item's fields become snake_case with a warning", async () => {
    const { body } = await send({ events: [own({ type: 'Order-Created' })] });
    expect(body.results[0]).toMatchObject({
      event_type: 'order_created',
      warnings: [{ code: 'event_type_normalized' }],
    });
  });
});

describe('the answer of a batch', () => {
  it.each([
    ['all accepted, one matched', () => [own(), own({ svc_click_id: 's_x' })], 200],
    ['all accepted, none matched', () => [own({ svc_click_id: 's_x' })], 202],
    ['some rejected', () => [own(), own({ id: undefined })], 207],
    ['all rejected', () => [own({ id: '' }), own({ type: 7 })], 422],
  ])('%s', async (_, eventsOf, status) => {
    const events = eventsOf();
    const answer = await send({ events });
    expect([answer.status, answer.body.results.map(({ index }) => index)]).toEqual([status, events.map((_event, i) => i)]);
    const { matched, unmatched, duplicates, rejected } = answer.body.summary as Record<string, number>;
    expect((matched ?? 0) + (unmatched ?? 0) + (duplicates ?? 0) + (rejected ?? 0)).toBe(events.length);
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('a batch of duplicates is a success: 200', async () => {
    const events = [own({ svc_click_id: 's_x' })];
    expect((await send({ events })).status).toBe(202);
    expect(await send({ events })).toMatchObject({
      status: 200,
      body: { summary: { duplicates: 1 }, results: [{ status: 200, duplicate: true }] },
    });
  });

  it('a foreign click is 403 for its item alone', async () => {
    const stranger = await newAdvertiser(app);
    const answer = await send({ events: [own(), own({ svc_click_id: await stranger.click() })] });
    expect(answer).toMatchObject({
      status: 207,
      body: { results: [{ status: 200 }, { status: 403, error: { code: 'click_id_out_of_scope' } }] },
    });
  });

  it('properties over the limit are 413 for their item alone', async () => {
    const answer = await send({ events: [own(), own({ data: { note: 'x'.repeat(33_000) } })] });
    expect(answer).toMatchObject({
      status: 207,
      body: { results: [{ status: 200 }, { status: 413, error: { code: 'properties_too_large' } }] },
    });
  });

  it.each([
    ['no list', { events: 'x' }, 'body.events'],
    ['an empty list', { events: [] }, 'body.events'],
    ['1,001 items', { events: Array.from({ length: 1001 }, () => ({})) }, 'body.events'],
    ['an item that is no object', { events: [5] }, 'body.events.0'],
    ['a flag that is none', { events: [{}], validate_only: 'yes', atomic: 1 }, 'body.validate_only body.atomic'],
  ])('a batch with %s is one 422 for the whole', async (_, body, places) => {
    const answer = await send(body);
    const detail = (answer.body as unknown as { detail: { loc: unknown[] }[] }).detail;
    expect([answer.status, detail.map(({ loc }) => loc.join('.')).join(' ')]).toEqual([422, places]);
  });

  it('a batch over 5 MB is 413, and may be larger than the single form', async () => {
    const padded = (bytes: number) => ({ events: [own()], padding: 'x'.repeat(bytes) });
    expect((await send(padded(3_000_000))).status).toBe(200);
    expect((await send(padded(5_300_000))).status).toBe(413);
    expect((await send(padded(1000), {})).status).toBe(401);
  });
});

describe('an atomic batch', () => {
  it('an atomic batch with one invalid item is 422 and stores nothing', async () => {
    const good = own();
    for (const bad of [own({ type: '!' }), own({ svc_click_id: await (await newAdvertiser(app)).click() })]) {
      const answer = await send({ events: [good, bad], atomic: true });
      expect(answer).toMatchObject({
        status: 422,
        body: {
          accepted_events: 0,
          results: [{ status: 422, error: { code: 'not_stored' } }, { accepted: false }],
        },
      });
    }
    expect(await send({ events: [good, own()], atomic: true })).toMatchObject({
      status: 200,
      body: { summary: { matched: 2, duplicates: 0 } },
    });
  });
});

describe('an atomic batch of a key that is scoped to a pixel', () => {
  it('an atomic batch of a scoped key is refused as a whole for a foreign click, also under the ID of a foreign event', async () => {
    const owner = await newAdvertiser(app);
    const other = (await owner.issue({ name: 'Other', kind: 'public', environment: 'live' })).key;
    const scope = { pixel_key: owner.pixelKey } as const;
    const scoped = await owner.issue({ name: 'Scoped', kind: 'secret', environment: 'live', ...scope });
    const headers = { authorization: `Bearer ${scoped.key}` };
    const [inside, outside] = [await owner.click(), await owner.click(undefined, other)];
    const [hidden, readable] = [own({ svc_click_id: outside }), own({ svc_click_id: inside })];
    await send({ events: [hidden, readable] }, owner.key);
    const good = own({ svc_click_id: inside });
    for (const bad of [hidden, own({ svc_click_id: outside })])
      expect(await send({ events: [good, bad], atomic: true }, headers)).toMatchObject({
        status: 422,
        body: {
          results: [{ error: { code: 'not_stored' } }, { error: { code: 'click_id_out_of_scope' } }],
        },
      });
    const receipt = await app.events.readConversion({
      params: { event_id: good.id },
      query: {},
      headers: owner.headers,
    });
    expect(receipt.status).toBe(404);
    const repeat = { ...readable, svc_click_id: outside };
    expect(await send({ events: [good, repeat], atomic: true }, headers)).toMatchObject({
      status: 200,
      body: { summary: { matched: 1, duplicates: 1, rejected: 0 } },
    });
  });
});

describe('equal IDs in one batch', () => {
  it('of two items with one ID and type, the second is a duplicate of the first', async () => {
    const event = own();
    const { body } = await send({ events: [event, own(), event] });
    expect(body.results.map(({ duplicate }) => duplicate)).toEqual([false, false, true]);
  });

  it('two items with one ID and two types are two events, also when they are sent again', async () => {
    const event = own();
    const events = [event, { ...event, type: 'signup_completed' }];
    const first = await send({ events });
    expect(first.body.results).toMatchObject([
      { duplicate: false, event_type: 'order_created', event_id: event.id },
      {
        duplicate: false,
        event_type: 'signup_completed',
        event_id: `signup_completed:${event.id}`,
        warnings: [{ code: 'event_id_qualified' }],
      },
    ]);
    const again = await send({ events });
    expect(again.body.results.map(({ duplicate, event_type }) => [duplicate, event_type])).toEqual([
      [true, 'order_created'],
      [true, 'signup_completed'],
    ]);
  });

  it('a refused first item leaves its ID to the second item', async () => {
    const foreign = await (await newAdvertiser(app)).click();
    const event = own();
    const { body } = await send({ events: [{ ...event, svc_click_id: foreign }, event] });
    expect(body.results).toMatchObject([{ status: 403 }, { status: 200, duplicate: false }]);
  });
});

describe('validate_only', () => {
  it('validate_only predicts the result of every item and stores nothing', async () => {
    const events = [own(), own({ svc_click_id: 's_x' }), own({ type: '!' })];
    const preview = await send({ events, validate_only: true });
    expect(preview).toMatchObject({
      status: 207,
      body: {
        validate_only: true,
        results: [{ would_match: true, would_duplicate: false, would_count: true }, { would_match: false }, { status: 422 }],
      },
    });
    expect(await send({ events })).toMatchObject({
      status: 207,
      body: { summary: { matched: 1, unmatched: 1, duplicates: 0, rejected: 1 } },
    });
  });
});

describe('a batch of 1,000', () => {
  it('a batch of 1,000 reads the clicks together and writes every event once', async () => {
    const clicks = await Promise.all(Array.from({ length: 150 }, () => advertiser.click()));
    const events = Array.from({ length: 1000 }, (_, i) => own({ svc_click_id: clicks[i % 150], data: { amount: 1, currency: 'SEK' } }));
    app.calls.length = 0;
    const answer = await send({ events });
    expect(answer).toMatchObject({ status: 200, body: { summary: { matched: 1000 } } });
    const operations = Object.groupBy(app.calls, ({ operation }) => operation);
    expect([operations.BatchGetItem?.length, operations.PutItem?.length, operations.GetItem?.length ?? 0]).toEqual([2, 1000, 0]);
    await app.settle();
    const report = await app.reports.reportConversions({
      query: { group_by: 'event_type' },
      headers: advertiser.headers,
    });
    expect(report.body).toMatchObject({
      rows: expect.arrayContaining([{ event_type: 'order_created', currency: 'SEK', count: 1000, value: '10.00' }]),
    });
  });
});
