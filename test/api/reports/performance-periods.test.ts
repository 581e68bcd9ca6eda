import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Row, sendRows } from '../spend/scene.ts';

type Query = Parameters<TestApp['reports']['reportPerformance']>[0]['query'];

async function scene() {
  const app = await startApp(await newWorld(Date.parse('2026-03-01T12:00:00Z')));
  const owner = await newAdvertiser(app);
  let events = 0;
  const goTo = async (day: string) => {
    app.world.clock.now = Date.parse(`2026-${day}T12:00:00Z`);
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

const compared = { compare: 'previous_period' } as const;
const hasFigures = ({ clicks, conversions, spend, net_value }: Report['rows'][number]) =>
  clicks > 0 || conversions > 0 || spend !== null || Number(net_value) !== 0;
const currentOf = (report: Report) => {
  const own = (rows: Report['rows']) =>
    rows.filter(hasFigures).map(({ previous: _, ...figures }) => figures as Record<string, unknown>);
  return {
    ...{ rows: own(report.rows), totals: own(report.totals as Report['rows']) },
    ...{ withSpend: own(report.totals_with_spend as Report['rows']), left_out: report.left_out },
  };
};

describe('a comparison of the performance report', () => {
  it('leaves the names of spend without clicks, and rows of two names for an ad still meet', async () => {
    const { goTo, click, spend, read } = await scene();
    await goTo('03-08');
    await click('svc_campaign=7');
    await spend('03-08', { campaign_id: '7', campaign: 'Brand', spend: 3 });
    await goTo('03-12');
    await spend('03-11', { campaign_id: '7', campaign: 'Brand' });
    for (const campaign of [undefined, 'Brand']) {
      const query = { group_by: 'campaign', ...(campaign && { campaign }) };
      const alone = await read('03-10', '03-12', query);
      expect(alone.rows).toMatchObject([{ campaign: 'Brand', clicks: 0, spend: '5.00' }]);
      const both = await read('03-10', '03-12', { ...query, ...compared });
      expect(currentOf(both)).toEqual(currentOf(alone));
      expect(both.rows).toMatchObject([
        {
          campaign: 'Brand',
          previous: campaign ? { clicks: 0, spend: null } : { clicks: 1, spend: '3.00' },
        },
      ]);
    }
    expect(
      (await read('03-10', '03-12', { group_by: 'campaign', campaign: '7', ...compared })).rows,
    ).toMatchObject([{ campaign: '7', spend: null, previous: { clicks: 1, spend: '3.00' } }]);
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
    expect((await read('03-07', '03-09', query)).rows).toMatchObject([
      { campaign: 'Brand', ad_id: '99', spend: '3.00' },
    ]);
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
    expect(both.rows).toMatchObject([
      { campaign: 'N', clicks: 0, conversions: 0, value: '0.00', previous: { spend: '5.00' } },
    ]);
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
    expect(alone.rows).toMatchObject([
      { currency: 'EUR', clicks: 1, conversions: 1, conversion_rate: '1.000000' },
    ]);
    expect(currentOf(await read('03-10', '03-12', compared))).toEqual(currentOf(alone));
  });
});
