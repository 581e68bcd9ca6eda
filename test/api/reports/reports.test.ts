import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
let events = 0;
const send = (advertiser: Advertiser, sid: string, fields: object = {}) =>
  app.conversions.sendConversion({
    body: { event_type: 'order_created', event_id: `e${++events}`, svc_click_id: sid, ...fields },
    headers: advertiser.key,
  });
const report = async (advertiser: Advertiser, query: object = {}) => {
  await app.settle();
  const answer = await app.reports.reportConversions({ query, headers: await app.signIn(advertiser.id) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

describe('the conversions report', () => {
  it('the conversions report sums counts and exact values over the dimensions, never over currencies', async () => {
    const advertiser = await newAdvertiser(app);
    const spring = await advertiser.click();
    const autumn = await advertiser.click('utm_campaign=autumn&utm_term=boots&utm_content=ad_2');
    for (const value of [0.1, 0.2, 25.99]) await send(advertiser, spring, { value });
    await send(advertiser, spring, { value: 100, currency: 'eur' });
    await send(advertiser, autumn, { event_type: 'signup_completed' });
    expect((await report(advertiser, { group_by: 'campaign,event_type' })).rows).toEqual([
      { campaign: 'autumn', event_type: 'signup_completed', currency: 'USD', count: 1, value: '0.00' },
      { campaign: 'spring', event_type: 'order_created', currency: 'EUR', count: 1, value: '100.00' },
      { campaign: 'spring', event_type: 'order_created', currency: 'USD', count: 3, value: '26.29' },
    ]);
    expect((await report(advertiser, { group_by: 'day' })).rows).toHaveLength(2);
    expect((await report(advertiser)).rows).toContainEqual({
      day: '2026-11-21',
      campaign: 'autumn',
      ad_group: 'boots',
      ad_id: 'ad_2',
      event_type: 'signup_completed',
      currency: 'USD',
      count: 1,
      value: '0.00',
    });
  });

  it('the conversions report counts only configured event types, matched events and the live environment', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    await send(advertiser, sid, { event_type: 'items_added' });
    await send(advertiser, 's_nobody');
    await send(advertiser, await advertiser.click('ref=organic'));
    expect((await report(advertiser)).rows).toEqual([]);
    const tester = await newAdvertiser(app, 'test');
    await send(tester, await tester.click());
    expect((await report(tester)).rows).toEqual([]);
    await send(advertiser, sid);
    expect((await report(advertiser)).rows).toMatchObject([{ count: 1 }]);
  });

  it('the conversions report puts an event on its day by occurrence, arrival or click', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    const clicked = app.world.clock.now;
    app.world.clock.now += 3 * 86_400_000;
    await send(advertiser, sid, { occurred_at: '2026-11-22T23:59:59.999Z' });
    const dayBy = async (time_basis: string) => (await report(advertiser, { group_by: 'day', time_basis })).rows.map(({ day }) => day);
    expect(await dayBy('occurred')).toEqual(['2026-11-22']);
    expect(await dayBy('received')).toEqual(['2026-11-24']);
    expect(await dayBy('click')).toEqual(['2026-11-21']);
    expect((await report(advertiser, { from: '2026-11-22', to: '2026-11-22' })).rows).toHaveLength(1);
    expect((await report(advertiser, { from: '2026-11-23', to: '2026-11-24' })).rows).toHaveLength(0);
    expect((await report(advertiser, { from: '2026-11-01', to: '2026-11-21' })).rows).toHaveLength(0);
    app.world.clock.now = clicked;
  });

  it('the conversions report names its last arrival, and is empty for an account without events', async () => {
    const advertiser = await newAdvertiser(app);
    const now = new Date(app.world.clock.now).toISOString();
    expect(await report(advertiser)).toMatchObject({
      from: '2026-10-22',
      to: '2026-11-21',
      as_of: now,
      rows: [],
    });
  });

  it.each([
    [{ from: '2026-11-22', to: '2026-11-21' }, ['query.to']],
    [{ from: '2024-01-01', to: '2026-11-21' }, ['query.to']],
    [
      { from: 'yesterday', to: '2026-02-30', group_by: 'campaign,country', time_basis: 'created' },
      ['query.from', 'query.to', 'query.group_by', 'query.time_basis'],
    ],
  ])('the conversions report refuses %j, naming %j', async (query, places) => {
    const advertiser = await newAdvertiser(app);
    const answer = await app.reports.reportConversions({
      query: query as object,
      headers: advertiser.headers,
    });
    expect(answer.status).toBe(422);
    expect((answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'))).toEqual(places);
  });
});

describe('the receipt', () => {
  it('the receipt shows the stored event without the user ID', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    const sent = {
      value: 1e12,
      currency: 'jpy',
      external_user_id: 'user-77',
      occurred_at: '2026-11-21T10:00:00+05:30',
      event_id: 'order/1?#%41',
    };
    await send(advertiser, sid, { ...sent, properties: { order_number: '4111', email: 'ada@example.com' } });
    const answer = await app.events.readConversion({
      params: { event_id: sent.event_id },
      query: {},
      headers: advertiser.headers,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        event_id: sent.event_id,
        matched: true,
        counted: true,
        campaign: 'spring',
        value: '1000000000000.00',
        currency: 'JPY',
        occurred_at: '2026-11-21T04:30:00.000Z',
        properties: { order_number: '4111', email: '[redacted]' },
        has_external_user: true,
        key_id: advertiser.secretKeyId,
      },
    });
    expect(JSON.stringify(await app.world.streams.peek('conversion-totals'))).not.toMatch(/user-77|ada@example/);
  });

  it("the receipt is 404 for an unknown ID, another account's, and the other environment's", async () => {
    const advertiser = await newAdvertiser(app);
    const stranger = await newAdvertiser(app);
    await send(advertiser, 's_nobody', { event_id: 'mine' });
    const read = (headers: Advertiser['headers'], query = {}) =>
      app.events.readConversion({ params: { event_id: 'mine' }, query, headers });
    expect((await read(advertiser.headers)).status).toBe(200);
    expect((await read(stranger.headers)).status).toBe(404);
    expect((await read(advertiser.headers, { environment: 'test' })).status).toBe(404);
  });
});

describe('validate_only', () => {
  it('validate_only predicts match, duplicate and count, and stores nothing', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    const body = { event_id: 'preview', value: 5 };
    const preview = (changes: object = {}) => send(advertiser, sid, { ...body, validate_only: true, ...changes });
    expect(await preview()).toMatchObject({
      status: 200,
      body: {
        accepted: true,
        validate_only: true,
        would_match: true,
        would_duplicate: false,
        would_count: true,
      },
    });
    expect((await preview({ event_type: 'items_added' })).body).toMatchObject({
      would_match: true,
      would_count: false,
    });
    expect((await preview({ svc_click_id: 's_nobody' })).body).toMatchObject({
      would_match: false,
      reason: 'unknown_svc_click_id',
    });
    expect((await preview({ value: -1 })).status).toBe(422);
    const real = await send(advertiser, sid, body);
    expect(real).toMatchObject({ status: 200, body: { duplicate: false } });
    expect(real.body).not.toHaveProperty('would_match');
    expect((await preview()).body).toMatchObject({
      would_duplicate: true,
      would_count: false,
      duplicate: true,
    });
    expect((await report(advertiser)).rows).toMatchObject([{ count: 1 }]);
  });
});
