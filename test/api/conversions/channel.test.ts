import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});
let ids = 0;
const item = (changes: object = {}) => ({
  id: `c${++ids}`,
  type: 'order_created',
  timestamp_ms: 1_763_700_000_000,
  data: { type: 'contents', amount: 2599, currency: 'USD' },
  ...changes,
});
const send = async (body: object, headers: Record<string, string> = advertiser.key) => {
  const answer = await app.conversions.sendConversion({ body: body as { events: [] }, headers });
  return { status: answer.status as number, body: answer.body as unknown as Record<string, never> };
};

describe('an item whose user has opted out', () => {
  const stored = async (event_id: string) => {
    const { headers } = advertiser;
    return (await app.events.readConversion({ params: { event_id }, query: {}, headers })).body;
  };
  const dropped = [{ code: 'user_data_ignored', fields: ['external_user_id'] }];

  it('an item of an opted-out user counts for its own click, and is not linked with the user', async () => {
    const svc_click_id = await advertiser.click();
    const one = item({ svc_click_id, external_user_id: 'opted-out', opt_out: true });
    expect(await send({ events: [one] })).toMatchObject({
      status: 200,
      body: { results: [{ matched: true, warnings: dropped }] },
    });
    await app.settle();
    expect(await stored(one.id)).toMatchObject({
      has_external_user: false,
      value: '25.99',
      properties: { opt_out: true },
    });
    const later = item({ external_user_id: 'opted-out' });
    expect(await send({ events: [later] })).toMatchObject({ body: { results: [{ matched: false }] } });
    await app.settle();
    expect(await stored(later.id)).toMatchObject({ matched: false, has_external_user: true });
  });

  it('an item of an opted-out user is not linked with the user of the batch or with a hashed user', async () => {
    const external_ids_sha256 = ['2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'];
    const hashed = item({ opt_out: true, user: { external_ids_sha256 } });
    const own = { event_type: 'order_created', event_id: `c${++ids}`, opt_out: true };
    const answer = await send({ external_user_id: 'of-the-batch', events: [hashed, own] });
    expect(answer).toMatchObject({ body: { results: [{ warnings: dropped }, { warnings: dropped }] } });
    await app.settle();
    for (const id of [hashed.id, own.event_id]) expect(await stored(id)).toMatchObject({ has_external_user: false });
  });

  it('an opt-out without a user has no warning, and `false` changes nothing', async () => {
    const events = [item({ opt_out: true }), item({ opt_out: false, external_user_id: 'u-1' })];
    const { body } = await send({ events });
    for (const result of body.results as unknown as object[]) expect(result).not.toHaveProperty('warnings');
    await app.settle();
    expect(await stored(events[1]?.id ?? '')).toMatchObject({ has_external_user: true });
  });
});

describe('an item without a click id', () => {
  it('an item without a click ID is accepted, stored and listed with its reason', async () => {
    const one = item();
    expect(await send({ events: [one] })).toMatchObject({
      status: 202,
      body: {
        accepted: true,
        summary: { matched: 0, unmatched: 1, rejected: 0 },
        results: [{ status: 202, accepted: true, matched: false, reason: 'no_click_id' }],
      },
    });
    expect(await send({ events: [one] })).toMatchObject({
      status: 200,
      body: { results: [{ duplicate: true, reason: 'no_click_id' }] },
    });
    await app.settle();
    const { headers } = advertiser;
    const receipt = await app.events.readConversion({
      params: { event_id: one.id },
      query: {},
      headers,
    });
    expect(receipt.body).toMatchObject({ matched: false, reason: 'no_click_id', value: '25.99' });
    expect(receipt.body).not.toHaveProperty('svc_click_id');
    const log = await app.events.listEvents({ query: { id: one.id }, headers });
    expect(log.body).toMatchObject({ events: [{ reason: 'no_click_id' }, { outcome: 'duplicate' }] });
  });

  it.each([['', null, undefined]])('an empty or null click ID counts as no click ID', async (...clickIds) => {
    for (const svc_click_id of clickIds)
      expect(await send({ events: [item({ svc_click_id, oppref: svc_click_id })] })).toMatchObject({
        status: 202,
        body: { results: [{ reason: 'no_click_id' }] },
      });
  });

  it('an item without a click ID does not affect other items', async () => {
    const svc_click_id = await advertiser.click();
    expect(await send({ events: [item(), item({ svc_click_id })] })).toMatchObject({
      status: 200,
      body: { accepted: true, summary: { matched: 1, unmatched: 1 } },
    });
  });

  it('the single form still refuses an event without a click ID', async () => {
    const answer = await send({ event_type: 'order_created', event_id: 'single' });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'svc_click_id'] }] },
    });
  });
});

describe("an ad network's click ID", () => {
  it.each(['oppref', 'gclid', 'fbclid', 'msclkid', 'ttclid'])('%s finds its click', async (name) => {
    await advertiser.click(`svc_campaign=${name}-campaign&${name}=${name}-1`);
    for (const changes of [{ [name]: `${name}-1` }, { svc_click_id: `${name}:${name}-1` }])
      expect(await send({ events: [item(changes)] })).toMatchObject({
        status: 200,
        body: { results: [{ matched: true, campaign: `${name}-campaign` }] },
      });
    const { id, type, timestamp_ms, data, ...single } = item({ svc_click_id: `${name}:${name}-1` }) as {
      [name: string]: unknown;
    };
    expect(await send({ event_type: type, event_id: id, ...single })).toMatchObject({
      status: 200,
      body: { matched: true, campaign: `${name}-campaign` },
    });
  });

  it("an ad network's click ID of another account finds nothing", async () => {
    const stranger = await newAdvertiser(app);
    await stranger.click('svc_campaign=theirs&gclid=foreign');
    expect(await send({ events: [item({ gclid: 'foreign' })] })).toMatchObject({
      status: 202,
      body: { results: [{ reason: 'unknown_svc_click_id' }] },
    });
  });
});

describe('a client of the channel that appends its own path', () => {
  it.each(['events', 'conversions'] as const)('a client of the channel can send to …/v1/%s', async (collection) => {
    const oppref = `path-${collection}`;
    await advertiser.click(`svc_campaign=spring&oppref=${oppref}`);
    const answer = await app.conversions.sendChannelEvents({
      params: { collection },
      body: { events: [item({ oppref })] },
      headers: advertiser.key,
    });
    expect(answer).toMatchObject({ status: 200, body: { accepted: true, summary: { matched: 1 } } });
  });

  it('a client of the channel finds error.message in every error', async () => {
    const at = (body: unknown, headers: Record<string, string> = advertiser.key) =>
      app.conversions.sendChannelEvents({
        params: { collection: 'events' },
        body: body as { events: [] },
        headers,
      });
    for (const [answer, status, message] of [
      [await at({ events: [item({ id: undefined })] }), 422, /events\.0\.event_id: Field required/],
      [await at({ events: [] }), 422, /events/],
      [await at({ events: [item()] }, { authorization: 'Bearer sk_live_no' }), 401, /./],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        error: { code: expect.any(String), message: expect.stringMatching(message) },
      });
    }
  });

  it('a batch at either address has error.message, and the single form stays as it was', async () => {
    const bad = { authorization: 'Bearer sk_live_no' };
    expect((await send({ events: [item()] }, bad)).body).toMatchObject({
      error: { message: expect.any(String) },
    });
    expect((await send({ events: [{}] })).body).toMatchObject({ error: { code: 'validation_failed' } });
    const single = { event_type: 'a', event_id: 'e', svc_click_id: 's' };
    expect(Object.keys((await send(single, bad)).body).sort()).toEqual(['code', 'detail', 'request_id']);
  });
});
