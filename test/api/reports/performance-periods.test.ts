import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Row, sendRows } from '../spend/scene.ts';

type Query = Parameters<TestApp['reports']['reportPerformance']>[0]['query'];

async function scene(at = Date.parse('2026-03-01T12:00:00Z')) {
  const app = await startApp(await newWorld(at));
  const owner = await newAdvertiser(app);
  let events = 0;
  const goTo = async (day: string | number) => {
    app.world.clock.now = typeof day === 'number' ? day : Date.parse(`2026-${day}T12:00:00Z`);
    Object.assign(owner.headers, await app.signIn(owner.id));
  };
  const click = async (query: string) => {
    const answer = await app.pixel.createSession({
      body: { key: owner.pixelKey, url: `https://shop.example/p?${query}` },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    return (answer.body as { sid: string }).sid;
  };
  const order = async (svc_click_id: string, value: number, currency = 'USD') => {
    const event = { event_id: `o${events++}`, event_type: 'order_created', svc_click_id, value, currency };
    const answer = await app.conversions.sendConversion({ body: event as never, headers: owner.key });
    expect(answer.status).toBe(200);
  };
  const spend = async (day: string, row: Partial<Row>, more: Parameters<typeof sendRows>[3] = {}) => {
    const answer = await sendRows(app, owner.headers, [{ day: `2026-${day}`, spend: 5, ...row }], more);
    expect(answer.status).toBe(201);
  };
  const ask = (from: string, to: string, query: Query = {}) =>
    app.reports.reportPerformance({
      query: { from: `2026-${from}`, to: `2026-${to}`, ...query },
      headers: owner.headers,
    });
  const read = async (from: string, to: string, query: Query = {}) => {
    await app.settle();
    return bodyOf(await ask(from, to, query));
  };
  return { app, owner, goTo, click, order, spend, ask, read };
}
type Report = Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['read']>>;

const dayMs = 86_400_000;
const compared = { compare: 'previous_period' } as const;
const hasFigures = ({ clicks, conversions, spend, net_value }: Report['rows'][number]) =>
  clicks > 0 || conversions > 0 || spend !== null || Number(net_value) !== 0;
const currentOf = (report: Report) => {
  const figuresOf = (rows: Report['rows']) =>
    rows.filter(hasFigures).map(({ previous: _, change: _change, ...figures }) => figures as Record<string, unknown>);
  return {
    rows: figuresOf(report.rows),
    totals: figuresOf(report.totals as Report['rows']),
    withSpend: figuresOf(report.totals_with_spend as Report['rows']),
    left_out: report.left_out,
  };
};

describe('a comparison of the performance report', () => {
  it('leaves the names of spend on days without clicks, which are those of the clicks around them', async () => {
    const { goTo, click, spend, read } = await scene();
    await goTo('03-08');
    await click('svc_campaign=7');
    await spend('03-08', { campaign_id: '7', campaign: 'Brand', spend: 3 });
    await goTo('03-12');
    await spend('03-11', { campaign_id: '7', campaign: 'Brand' });
    for (const campaign of [undefined, '7']) {
      const query = { group_by: 'campaign', ...(campaign && { campaign }) };
      const alone = await read('03-10', '03-12', query);
      expect(alone.rows).toMatchObject([{ campaign: '7', clicks: 0, spend: '5.00' }]);
      const both = await read('03-10', '03-12', { ...query, ...compared });
      expect(currentOf(both)).toEqual(currentOf(alone));
      expect(both.rows).toMatchObject([{ campaign: '7', previous: { clicks: 1, spend: '3.00' } }]);
    }
    expect((await read('03-10', '03-12', { group_by: 'campaign', campaign: 'Brand', ...compared })).rows).toEqual([]);
  });

  it('shows spend of days without clicks in the row of the ad that has clicks now', async () => {
    const { goTo, click, spend, read } = await scene();
    await goTo('03-12');
    await click('svc_campaign=7&svc_ad_group=g&svc_ad_id=a1');
    const names = { campaign_id: '7', campaign: 'Brand', ad_group_id: 'g', ad_id: '99', ad: 'A1' };
    await spend('03-08', { ...names, spend: 3 });
    await spend('03-12', names);
    const rowOf = { campaign: '7', ad_id: 'a1', clicks: 1, spend: '5.00' };
    const query = { group_by: 'campaign,ad_id' };
    expect((await read('03-10', '03-12', query)).rows).toMatchObject([rowOf]);
    expect((await read('03-10', '03-12', { ...query, ...compared })).rows).toMatchObject([
      { ...rowOf, previous: { clicks: 0, spend: '3.00' } },
    ]);
    expect((await read('03-07', '03-09', query)).rows).toMatchObject([{ campaign: '7', ad_id: 'a1', spend: '3.00' }]);
  });

  it('does not add clicks and orders of the days before a network had spend on their campaign', async () => {
    const { goTo, click, order, spend, read } = await scene();
    await goTo('03-12');
    const sid = await click('svc_campaign=N&gclid=x');
    await order(sid, 50);
    await click('svc_campaign=N&utm_medium=email');
    await spend('03-09', { campaign: 'N' });
    const query = { network: 'google_ads', group_by: 'campaign' };
    const alone = await read('03-10', '03-12', query);
    expect(alone.rows).toEqual([]);
    expect(alone.left_out.unpaid.clicks).toBe(0);
    const both = await read('03-10', '03-12', { ...query, ...compared });
    expect(currentOf(both)).toEqual(currentOf(alone));
    expect(both.rows).toMatchObject([{ campaign: 'N', clicks: 0, conversions: 0, value: '0.00', previous: { spend: '5.00' } }]);
    expect((await read('03-07', '03-09', query)).totals).toMatchObject([{ clicks: 0, spend: '5.00' }]);
  });

  it('keeps clicks and free orders together when only the days before have amounts', async () => {
    const { goTo, click, order, spend, read } = await scene();
    await goTo('03-08');
    await order(await click('svc_campaign=A'), 20, 'EUR');
    await spend('03-08', { campaign: 'A' });
    await goTo('03-12');
    await order(await click('svc_campaign=A'), 0, 'EUR');
    const alone = await read('03-10', '03-12');
    expect(alone.rows).toMatchObject([{ currency: 'EUR', clicks: 1, conversions: 1, conversion_rate: '1.000000' }]);
    expect(currentOf(await read('03-10', '03-12', compared))).toEqual(currentOf(alone));
  });
});

describe('a filter of the performance report', () => {
  it('by campaign or channel leaves out of `left_out` the unjoined spend that it does not select', async () => {
    const { owner, goTo, spend, read } = await scene();
    await goTo('03-12');
    await spend('03-10', { campaign: 'Brand' });
    await spend('03-11', { campaign: 'Video', spend: 7 }, { network: 'meta' });
    for (const query of [{ pixel_key: owner.pixelKey }, { group_by: 'pixel_key' }]) {
      const leftOut = async (filter: Query) => (await read('03-10', '03-12', { ...query, ...filter })).left_out.unjoined_spend;
      const only = (amount: string) => ({ rows: 1, spend: [{ currency: 'USD', spend: amount }] });
      expect(await leftOut({})).toMatchObject({ rows: 2, spend: [{ spend: '12.00' }] });
      expect(await leftOut({ campaign: 'Brand' })).toEqual(only('5.00'));
      expect(await leftOut({ contains: 'vid' })).toEqual(only('7.00'));
      expect(await leftOut({ channel: 'paid_social' })).toEqual(only('7.00'));
      expect(await leftOut({ network: 'google_ads' })).toEqual(only('5.00'));
      for (const none of [{ campaign: 'does-not-exist' }, { channel: 'email' }] as const)
        expect(await leftOut(none)).toEqual({ rows: 0, spend: [] });
    }
  });

  it('needs no exchange rate of clicks and spend that the report does not show', async () => {
    const { goTo, click, order, spend, ask, read } = await scene();
    await goTo('03-08');
    await order(await click('svc_campaign=news&utm_medium=email'), 9, 'GBP');
    await goTo('03-12');
    await click('svc_campaign=usd-ad');
    const sid = await click('svc_campaign=eur-ad');
    await order(sid, 50, 'EUR');
    await spend('03-12', { campaign: 'usd-ad' });
    const query = { group_by: 'campaign', currency: 'USD', network: 'google_ads' } as const;
    const report = await read('03-10', '03-12', query);
    expect(report.rows).toMatchObject([{ campaign: 'usd-ad', clicks: 1, conversions: 0, spend: '5.00' }]);
    expect((await ask('03-10', '03-12', { currency: 'USD', campaign: 'usd-ad', ...compared })).status).toBe(200);
    for (const needsEuros of [{ currency: 'USD' }, { currency: 'USD', network: 'meta' }] as const) {
      if ('network' in needsEuros) await spend('03-12', { campaign: 'eur-ad' }, { network: 'meta' });
      const answer = await ask('03-10', '03-12', needsEuros);
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'rate_missing' }] } });
      expect(JSON.stringify(answer.body)).toContain('from EUR to USD on 2026-03-12.');
    }
  });
});

it('the performance report has no row of what a change took back from a sealed day, as after a recount', async () => {
  // Records of the local engine have the time of the machine.
  const now = Date.parse(`${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T12:00:00Z`);
  const { app, owner, goTo, click, order } = await scene(now);
  const dayAt = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  const period = { from: dayAt(-1), to: dayAt(6) };
  const campaigns = Array.from({ length: 9 }, (_, at) => `c${at}`);
  for (const campaign of campaigns) await click(`utm_source=radio&svc_campaign=${campaign}`);
  await order(await click('utm_source=radio&svc_campaign=K'), 50, 'EUR');
  for (const campaign of campaigns) await order(await click(`gclid=x&svc_campaign=${campaign}`), 20);
  await app.settle();
  await goTo(now + dayMs);
  const adjust = async (net_value: number) =>
    bodyOf(
      await app.adjustments.adjustEvents({
        query: {},
        body: {
          adjustments: campaigns.map((_, at) => ({
            event_id: `o${at + 1}`,
            net_value,
            reason: 'refund' as const,
          })),
        },
        headers: owner.key,
      }),
    );
  await adjust(15);
  await app.settle();
  await goTo(now + 5 * dayMs);
  await app.runAtNight({ job: 'seal_cells', scheduledAt: new Date(app.world.clock.now).toISOString() });
  await app.work('recount');
  const rules = [{ id: 'radio', source: 'radio', channel: 'audio' as const }];
  bodyOf(await app.clicks.changeChannelRules({ body: { rules }, headers: owner.headers }));
  const applied = await app.clicks.applyChannelRules({ body: { from: dayAt(0) }, headers: owner.headers });
  expect(bodyOf(applied)).toMatchObject({ dry_run: false });
  await app.work('recount');
  for (const at of campaigns.keys()) {
    const withdrawn = await app.adjustments.withdrawAdjustment({
      params: { event_id: `o${at + 1}` },
      query: {},
      headers: owner.key,
    });
    expect(withdrawn.status).toBe(200);
  }
  const ask = (query: Query) => app.reports.reportPerformance({ query: { ...period, ...query }, headers: owner.headers });
  const read = async (query: Query) => {
    await app.settle();
    return bodyOf(await ask(query));
  };
  const queries: Query[] = [
    { group_by: 'channel,campaign', paid: 'all' },
    { group_by: 'channel,campaign' },
    { adjusted_on: 'adjustment', group_by: 'day', channel: 'paid_search' },
    { adjusted_on: 'adjustment', group_by: 'day', channel: 'paid_search', time_basis: 'occurred' },
  ];
  const reports = async () => {
    const all = [];
    for (const query of queries) {
      const { rows, totals, left_out } = await read(query);
      all.push({ rows, totals, left_out });
    }
    return all;
  };
  const before = await reports();
  expect(before.map(({ rows }) => rows.length)).toEqual([19, 9, 1, 1]);
  expect((await ask({ currency: 'USD', channel: 'paid_other' })).status).toBe(200);
  const traffic = await app.reports.reportTraffic({
    query: period,
    headers: owner.headers,
  });
  expect(bodyOf(traffic).channels.map(({ channel }) => channel)).toEqual(['audio', 'paid_search']);
  const body = { user_id: owner.id, ...period };
  expect((await app.operators.recount({ body, headers: operator })).status).toBe(202);
  await app.work('recount');
  expect(await reports()).toEqual(before);
});
