import { type Advertiser, dayMs, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});

type Query = Parameters<TestApp['reports']['reportFunnel']>[0]['query'];
async function report(advertiser: Advertiser, query: Query = {}) {
  await app.settle();
  const headers = await app.signIn(advertiser.id);
  const answer = await app.reports.reportFunnel({ query, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
type Found = Awaited<ReturnType<typeof report>>['findings'][number];
const findingIn = ({ findings }: { findings: Found[] }, code: string) => findings.find((finding) => finding.code === code);

async function linked(advertiser: Advertiser, { log_url }: Pick<Found, 'log_url'>) {
  if (log_url === null) throw new Error('The finding has no link.');
  const request = new Request(new URL(log_url, 'https://api.example'), {
    headers: await app.signIn(advertiser.id),
  });
  const answer = await app.send(request);
  const body = (await answer.json()) as {
    events: { event_id?: string; event_type?: string; outcome: string; pixel_key?: string }[];
  };
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return body.events;
}
const times = (count: number) => Array.from({ length: count }, (_, i) => i);
const ordersOf = async (advertiser: Advertiser, event_type: string, count: number, more: object = {}) => {
  for (const i of times(count)) {
    const svc_click_id = await advertiser.click();
    await scene.send(advertiser, {
      event_type,
      event_id: `${event_type}:${i}`,
      svc_click_id,
      value: 5,
      ...more,
    });
  }
};

describe('a reused event id', () => {
  it('a reused event ID that loses every sale is shown by report, log, receipt and a critical finding', async () => {
    const advertiser = await newAdvertiser(app);
    for (const i of times(30)) {
      const sent = { event_id: `ORDER-${i}`, svc_click_id: await advertiser.click(), value: 50 };
      await scene.send(advertiser, { ...sent, event_type: 'checkout_started' });
      const answer = await scene.send(advertiser, { ...sent, event_type: 'order_created' });
      expect(answer).toMatchObject({ status: 200, body: { duplicate: true } });
    }
    const found = await report(advertiser);
    expect(await scene.rows(advertiser)).toEqual([]);
    expect(found.findings[0]).toMatchObject({
      code: 'event_id_conflict',
      severity: 'critical',
      message: expect.stringContaining('<event_type>:<business_object_id>'),
      facts: { accepted_type: 'checkout_started', sent_type: 'order_created', count: 30, lost: 30 },
    });
    for (const type of ['checkout_started', 'order_created']) expect(found.findings[0]?.message).toContain(type);
    const lost = await linked(advertiser, found.findings[0] as Found);
    expect(lost).toHaveLength(30);
    expect(lost[0]).toMatchObject({
      outcome: 'conflict',
      event_type: 'order_created',
      conflict: { fields: ['event_type'], accepted: { event_type: 'checkout_started' } },
    });
    expect(await scene.log(advertiser, { outcome: 'conflict', limit: 100 })).toMatchObject({ events: lost });
    expect(await scene.receipt(advertiser, 'ORDER-7')).toMatchObject({
      conflict: expect.objectContaining({ fields: ['event_type'] }),
    });
  });

  it('a reused event ID is critical from the first, and a batch stores what the single form loses', async () => {
    const advertiser = await newAdvertiser(app);
    const click = await advertiser.click();
    const sent = { event_id: 'A', svc_click_id: click };
    await scene.send(advertiser, { ...sent, value: 5 });
    await scene.send(advertiser, { ...sent, value: 6 });
    expect(findingIn(await report(advertiser), 'event_id_conflict')).toMatchObject({
      severity: 'critical',
      facts: { accepted_type: 'order_created', sent_type: 'order_created', lost: 1 },
    });

    const other = await newAdvertiser(app);
    const svc_click_id = await other.click();
    const ids = ['O-1', 'O-2', 'O-3'];
    const items = ids.flatMap((id) => [
      { id, type: 'checkout_started', svc_click_id },
      { id, type: 'order_created', svc_click_id, data: { value: 5 } },
    ]);
    await scene.batch(other, items);
    const stored = findingIn(await report(other), 'event_id_conflict');
    expect(stored).toMatchObject({ severity: 'warning', facts: { stored: 3, count: 3 } });
    const events = await linked(other, stored as Found);
    expect(events.map(({ event_id }) => event_id).sort()).toEqual(ids);
  });

  it('a reused event ID with only another click is no loss', async () => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_created', 3);
    await ordersOf(advertiser, 'order_created', 3);
    expect(findingIn(await report(advertiser), 'event_id_conflict')).toMatchObject({
      severity: 'warning',
      facts: { click: 3 },
    });
  });
});

describe('silent losses', () => {
  it('an event type that is not counted is found until the settings name it', async () => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_completed', 6);
    await ordersOf(advertiser, 'contents_viewed', 6);
    const found = await report(advertiser);
    const finding = findingIn(found, 'uncounted_event_type');
    expect(finding).toMatchObject({
      severity: 'critical',
      facts: { event_type: 'order_completed', count: 6, with_value: 6, counted_events: 0 },
    });
    expect(finding?.message).toContain('order_created');
    expect((await linked(advertiser, finding as Found)).map(({ event_type }) => event_type)).toEqual(times(6).map(() => 'order_completed'));
    expect(found.findings.filter(({ code }) => code === 'uncounted_event_type')).toHaveLength(1);
    expect(found.event_types).toEqual([
      { event_type: 'contents_viewed', count: 6, counted: 0, uncounted: 6, unmatched: 0 },
      { event_type: 'order_completed', count: 6, counted: 0, uncounted: 6, unmatched: 0 },
    ]);

    const change = { conversion_event_types: ['order_created', 'order_completed'] };
    const headers = await app.signIn(advertiser.id);
    await app.keys.changeSettings({
      query: { pixel_key: advertiser.pixelKey },
      body: change,
      headers,
    });
    app.world.clock.now += 61_000;
    expect(findingIn(await report(advertiser), 'uncounted_event_type')).toMatchObject({ severity: 'info' });
  });

  it('a type next to a counted type is found', async () => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_created', 2);
    await ordersOf(advertiser, 'order_completed', 6);
    expect(findingIn(await report(advertiser), 'uncounted_event_type')).toMatchObject({
      severity: 'warning',
      facts: { event_type: 'order_completed', counted_events: 2 },
    });
  });

  it('a sale that two types count is found, whatever name of the click each sends', async () => {
    const advertiser = await newAdvertiser(app);
    for (const i of times(6)) {
      const sid = await advertiser.click(`svc_campaign=spring&gclid=g${i}`);
      const properties = { order_number: `N-${i}` };
      const sale = (event_type: string, svc_click_id: string) =>
        scene.send(advertiser, {
          event_type,
          event_id: `${event_type}:${i}`,
          svc_click_id,
          value: 20,
          properties,
        });
      await sale('order_created', sid);
      await sale('purchase_completed', i % 2 ? sid : `gclid:g${i}`);
    }
    const finding = findingIn(await report(advertiser), 'same_sale_counted_twice');
    expect(finding).toMatchObject({
      severity: 'critical',
      facts: { count: 6, share: 1, first_type: 'order_created', second_type: 'purchase_completed' },
    });
    const events = await linked(advertiser, finding as Found);
    expect(events.map(({ event_type }) => event_type)).toEqual(times(6).map(() => 'purchase_completed'));
  });

  it.each([
    ['an hour apart to the millisecond, is one sale', {}, 3_600_000, 1],
    ['more than an hour apart, is two sales', {}, 3_600_001, undefined],
    ['in another currency, is two sales', { currency: 'EUR' }, 0, undefined],
    ['of another value, is two sales', { value: 20.01 }, 0, undefined],
    ['of another order number, is two sales', { properties: { order_number: 'N-2' } }, 0, undefined],
  ])('an order of two types, %s', async (_, other, laterMs, twice) => {
    const advertiser = await newAdvertiser(app);
    const order = { svc_click_id: await advertiser.click(), value: 20, currency: 'USD' };
    const sale = { ...order, properties: { order_number: 'N-1' } };
    await scene.send(advertiser, { ...sale, event_type: 'order_created' });
    app.world.clock.now += laterMs;
    await scene.send(advertiser, { ...sale, event_type: 'purchase_completed', ...other });
    await app.settle();
    const counted = await scene.activity(advertiser);
    expect(counted['same_sale order_created+purchase_completed']).toBe(twice);
  });

  it('links with macros and links without a campaign are found, and hostile text is shown harmlessly', async () => {
    const advertiser = await newAdvertiser(app);
    for (const _ of times(5)) await advertiser.click('utm_campaign=%7B%7Bcampaign.name%7D%7D&utm_content=%7Badid%7D');
    await advertiser.click(`utm_campaign=${encodeURIComponent(`{{\n\u2028\t${'x'.repeat(200)}}}`)}`);
    for (const i of times(20)) await advertiser.click(`gclid=g${i}`);
    const found = await report(advertiser);
    const macros = found.findings.filter(({ code }) => code === 'unreplaced_macro');
    expect(macros.map(({ severity, facts }) => [severity, facts.field, facts.macro])).toEqual([
      ['critical', 'campaign', '{{campaign.name}}'],
      ['warning', 'ad_id', '{adid}'],
    ]);
    expect(findingIn(found, 'clicks_without_campaign')).toMatchObject({
      severity: 'critical',
      facts: { count: 20, clicks: 26, parameters: 'gclid: 20' },
      log_url: null,
    });
  });

  it('broken links are found with the most frequent fault, and their campaign is counted', async () => {
    const advertiser = await newAdvertiser(app);
    for (const query of [...times(6).map(() => 'a=1&amp;svc_campaign=spring'), 'UTM_Campaign=spring']) await advertiser.click(query);
    for (const _ of times(4)) await advertiser.click('svc_campaign=spring');
    const found = await report(advertiser);
    expect(findingIn(found, 'broken_links')).toMatchObject({
      severity: 'info',
      message: expect.stringContaining('“&amp;” stands for “&” before svc_campaign'),
      facts: { count: 7, fault: 'amp', parameter: 'svc_campaign', different_faults: 2 },
      log_url: null,
    });
    expect(found.steps[0]).toMatchObject({ count: 11 });
  });

  it('an old event is counted on its own day, and a finding reports it', async () => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_created', 18);
    const occurred_at = new Date(app.world.clock.now - 90 * dayMs).toISOString();
    await ordersOf(advertiser, 'purchase_completed', 2, { occurred_at });
    const finding = findingIn(await report(advertiser), 'events_outside_default_range');
    expect(finding).toMatchObject({
      severity: 'info',
      facts: { count: 2, share: 0.1, older_than_days: 30, arrived_on_days: 1 },
    });
    expect(await linked(advertiser, finding as Found)).toHaveLength(20);
    const headers = await app.signIn(advertiser.id);
    const day = occurred_at.slice(0, 10);
    const booked = await app.reports.reportConversions({ query: { from: day, to: day }, headers });
    expect(booked.body).toMatchObject({ rows: [{ day, count: 2 }] });
  });

  it('events without a click ID are no fault', async () => {
    const advertiser = await newAdvertiser(app);
    await scene.batch(
      advertiser,
      times(20).map((i) => ({ id: `n${i}`, type: 'order_created', data: { value: 5, currency: 'EUR' } })),
    );
    const finding = findingIn(await report(advertiser), 'unmatched');
    expect(finding).toMatchObject({
      severity: 'info',
      message: expect.stringContaining('external_user_id'),
      facts: { reason: 'no_click_id', count: 20 },
    });
    const events = await linked(advertiser, finding as Found);
    expect(events.map(({ outcome }) => outcome)).toEqual(times(20).map(() => 'unmatched'));
  });
});

describe('the link to the log', () => {
  it("the link to the log has the report's scope, at most 31 days, and reaches back to the events", async () => {
    const advertiser = await newAdvertiser(app, 'test');
    const svc_click_id = await advertiser.click();
    for (const value of [5, 6]) await scene.send(advertiser, { event_id: 'A', svc_click_id, value });
    const earlier = app.world.clock.now;
    const scope = { environment: 'test', pixel_key: advertiser.pixelKey, time_zone: 'Asia/Kolkata' } as const;
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    for (const daysLater of [0, 60]) {
      app.world.clock.now = earlier + daysLater * dayMs;
      const from = dayOf(app.world.clock.now - 80 * dayMs);
      const finding = findingIn(await report(advertiser, { ...scope, from }), 'event_id_conflict');
      const query = new URL(finding?.log_url ?? '', 'https://api.example').searchParams;
      expect(Object.fromEntries(query)).toMatchObject({ outcome: 'conflict', ...scope });
      const linkedMs = Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '');
      expect(linkedMs).toBe((daysLater === 0 ? 30 : 20) * dayMs);
      expect(finding?.log_url).toContain('time_zone=Asia%2FKolkata');
      expect(await linked(advertiser, finding as Found)).toMatchObject([{ event_id: 'A' }]);
    }
    app.world.clock.now = earlier;
  });

  it('the link to the log finds events for every finding that has a link', async () => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_created', 20, { currency: undefined });
    for (const _ of times(25)) await scene.send(advertiser, { value: 5 });
    for (const _ of times(12)) await scene.send(advertiser, { event_id: 'order_created:1' });
    for (const _ of times(6)) await scene.send(advertiser, { value: 'x' });
    const { findings } = await report(advertiser);
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['unmatched', 'missing_currency', 'rejected', 'tracking_gap', 'duplicates']),
    );
    for (const finding of findings) {
      expect(Object.keys(finding.facts).length).toBeGreaterThan(0);
      if (finding.log_url !== null) expect((await linked(advertiser, finding)).length).toBeGreaterThan(0);
    }
    const without = findings.filter(({ log_url }) => log_url === null).map(({ code }) => code);
    expect(without.filter((code) => ['no_page_views', 'page_views_missing'].includes(code))).toEqual(without);
  });
});

describe('too few events', () => {
  const sessionsAndOrders = async (count: number) => {
    const advertiser = await newAdvertiser(app);
    await ordersOf(advertiser, 'order_created', count);
    return advertiser;
  };

  it('fewer than 20 events are reported as too few, with the numbers', async () => {
    const found = await report(await sessionsAndOrders(10));
    expect(found.findings).toEqual([
      {
        code: 'too_few_events',
        severity: 'info',
        message: expect.stringMatching(
          /^Too few events for a diagnosis: 10 sessions, 10 order_created events, 10 events from your server\./,
        ),
        facts: { minimum: 20, sessions: 10, order_created: 10, server_events: 10 },
        log_url: null,
      },
    ]);
  });

  it('20 events are judged, and the finding is gone', async () => {
    const found = await report(await sessionsAndOrders(20));
    expect(findingIn(found, 'too_few_events')).toBeUndefined();
    expect(findingIn(found, 'tracking_gap')).toMatchObject({ severity: 'critical' });
  });

  it('too few events next to enough sessions are reported alone', async () => {
    const advertiser = await newAdvertiser(app);
    for (const _ of times(25)) await advertiser.click();
    expect(findingIn(await report(advertiser), 'too_few_events')).toBeUndefined();
    await scene.send(advertiser, { svc_click_id: await advertiser.click() });
    expect(findingIn(await report(advertiser), 'too_few_events')).toMatchObject({
      message: expect.stringContaining('1 order_created event, 1 event from your server'),
      facts: { minimum: 20, order_created: 1, server_events: 1 },
    });
  });

  it('missing events are reported as no_data', async () => {
    const found = await report(await newAdvertiser(app));
    expect(found.findings.map(({ code }) => code)).toEqual(['no_data']);
  });
});
