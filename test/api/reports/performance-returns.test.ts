import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Row, sendRows } from '../spend/scene.ts';

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
type Query = Parameters<TestApp['reports']['reportPerformance']>[0]['query'];
const dayMs = 86_400_000;
const start = Date.parse('2026-11-10T12:00:00Z');
const dayAt = (number: number) => new Date(start + number * dayMs).toISOString().slice(0, 10);
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function shop() {
  const app = await startApp(await newWorld(start));
  const owner: Advertiser = await newAdvertiser(app);
  let orders = 0;
  async function click(ad: string, count = 1) {
    const url = `https://shop.example/?svc_campaign=${ad.split(' ')[0]}&svc_ad_id=${ad.split(' ')[1]}`;
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        app.pixel.createSession({ body: { key: owner.pixelKey, url }, headers: { 'user-agent': browser } }),
      ),
    );
    return answers.map((answer) => (answer.status === 201 ? answer.body.sid : ''));
  }
  async function order(svc_click_id: string | undefined, value: number, currency = 'USD') {
    const event = {
      event_type: 'order_created',
      event_id: `order:${++orders}`,
      svc_click_id,
      value,
      currency,
    };
    expect((await app.conversions.sendConversion({ body: event as never, headers: owner.key })).status).toBe(200);
  }
  const spend = async (rows: Row[], network = 'meta') => expect((await sendRows(app, owner.headers, rows, { network })).status).toBe(201);
  async function nextDay() {
    app.world.clock.now += dayMs;
    Object.assign(owner.headers, await app.signIn(owner.id));
  }
  const read = async (query: Query = {}) => {
    await app.settle();
    return bodyOf(
      await app.reports.reportPerformance({
        query: { from: dayAt(0), to: dayAt(3), group_by: 'campaign,ad_id', ...query },
        headers: owner.headers,
      }),
    );
  };
  return { app, owner, click, order, spend, nextDay, read };
}

describe('a return of the performance report', () => {
  it('divides the value of the days whose spend was imported, as a weekly import leaves it', async () => {
    const { app, owner, click, order, spend, nextDay, read } = await shop();
    for (let day = 0; day < 4; day++) {
      for (const ad of ['spring ad_42', 'spring ad_51']) {
        const [sid] = await click(ad, 2);
        await order(sid, 50);
      }
      await nextDay();
    }
    await spend([0, 1].map((number) => ({ day: dayAt(number), campaign: 'spring', ad_id: 'ad_42', spend: 30 })));
    const known = {
      days_known: 2,
      days: 4,
      spend: '60.00',
      value: '100.00',
      conversions: 2,
      clicks: 4,
      unjoined_spend: '0.00',
    };
    const right = {
      return_on_ad_spend: '1.6667',
      cost_per_conversion: '30.0000',
      warnings: ['spend_partial'],
      reason: null,
      spend_coverage: known,
    };
    const report = await read();
    expect(report.rows).toMatchObject([
      { ad_id: 'ad_42', value: '200.00', spend: '60.00', ...right },
      { ad_id: 'ad_51', value: '200.00', spend: null, return_on_ad_spend: null, reason: 'spend_unknown' },
    ]);
    for (const group_by of ['campaign', 'campaign,ad_id', 'channel', 'week'])
      expect((await read({ group_by })).totals).toMatchObject([{ value: '400.00', spend: '60.00', ...right, return_at_least: '1.6667' }]);
    const days = await read({ group_by: 'day' });
    expect(days.rows.map(({ return_on_ad_spend: ratio, reason }) => ratio ?? reason)).toEqual([
      '1.6667',
      '1.6667',
      'spend_unknown',
      'spend_unknown',
    ]);
    const file = await app.reports.reportPerformanceCsv({
      query: { from: dayAt(0), to: dayAt(3), group_by: 'campaign' },
      headers: owner.headers,
    });
    const [head = [], line = []] = String(file.body)
      .split('\r\n')
      .map((text) => text.split(','));
    const cells = Object.fromEntries(head.map((name, at) => [name, line[at]]));
    expect(cells).toMatchObject({ return_on_ad_spend: '1.6667', 'spend_coverage.days_known': '2' });
  });

  it('is null for spend that found no clicks, which is never the worst ad', async () => {
    const { click, order, spend, read } = await shop();
    const [sid] = await click('spring ad_42', 4);
    await order(sid, 20);
    await click('spring ad_51', 4);
    const day = dayAt(0);
    await spend([
      { day, campaign: 'spring', ad_id: 'ad_42', spend: 10 },
      { day, campaign: 'spring', ad_id: 'ad_51', spend: 10 },
      { day, campaign: 'spring', ad_id: 'ad_51 copy', spend: 80 },
    ]);
    const { rows, totals } = await read({ sort: 'return_on_ad_spend' });
    expect(rows).toMatchObject([
      { ad_id: 'ad_51', return_on_ad_spend: '0.0000', reason: null },
      { ad_id: 'ad_42', return_on_ad_spend: '2.0000', reason: null },
      {
        ad_id: 'ad_51 copy',
        clicks: 0,
        spend: '80.00',
        return_on_ad_spend: null,
        reason: 'no_clicks_joined',
      },
    ]);
    expect(totals).toMatchObject([
      {
        return_on_ad_spend: '1.0000',
        return_at_least: '0.2000',
        spend_coverage: { unjoined_spend: '80.00' },
      },
    ]);
  });

  it('is that of each campaign where one import has a campaign as a whole and another by ad', async () => {
    const { app, owner, click, order, spend, read } = await shop();
    await order((await click('whole a1', 2))[0], 40);
    await order((await click('split b1', 2))[0], 15);
    const day = dayAt(0);
    await spend([
      { day, campaign: 'whole', spend: 10 },
      { day, campaign: 'split', ad_id: 'b1', spend: 5 },
    ]);
    expect((await read()).rows).toMatchObject([
      { campaign: 'whole', ad_id: null, spend: '10.00', reason: 'spend_level' },
      { campaign: 'split', ad_id: 'b1', spend: '5.00', return_on_ad_spend: '3.0000' },
      { campaign: 'whole', ad_id: 'a1', spend: null, reason: 'spend_level' },
    ]);
    const { rows, totals } = await read({ group_by: 'campaign' });
    expect(rows.map(({ campaign, return_on_ad_spend: ratio }) => [campaign, ratio])).toEqual([
      ['whole', '4.0000'],
      ['split', '3.0000'],
    ]);
    expect(totals).toMatchObject([{ return_on_ad_spend: '3.6667', spend_coverage: { unjoined_spend: '0.00' } }]);
    const joins = await app.spend.listSpendJoins({ query: { from: day, to: day }, headers: owner.headers });
    expect(bodyOf(joins)).toMatchObject({
      spend_without_clicks_count: 0,
      joined: [{ currency: 'USD', rows: 2, spend: '15.00' }],
    });
  });
});

describe('a currency of the performance report', () => {
  it('has the same counts in rows and totals, also of orders without value', async () => {
    const { click, order, read } = await shop();
    const [one, two] = await click('spring Z1', 2);
    await order(one, 20);
    await order(two, 0, 'EUR');
    await order((await click('spring Z2'))[0], 5, 'EUR');
    const countsOf = (rows: { currency: string | null; conversions: number; value: string }[]) =>
      Object.fromEntries(
        [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, all]) => [
          currency,
          all.reduce((sum, { conversions }) => sum + conversions, 0),
        ]),
      );
    for (const group_by of ['ad_id', 'campaign', 'day', 'channel,ad_id']) {
      const { rows, totals } = await read({ group_by });
      expect(countsOf(totals)).toEqual({ EUR: 2, USD: 1 });
      expect(countsOf(rows)).toEqual(countsOf(totals));
    }
  });

  it('and the other keys of a row do not change with a comparison', async () => {
    const { app, owner, click, order, nextDay, read } = await shop();
    const [one, two] = await click('spring tt4', 2);
    await order(one, 20);
    await order(two, 5, 'EUR');
    for (let day = 0; day < 2; day++) await nextDay();
    await click('spring tt4', 9);
    const rates = [{ day: dayAt(0), from: 'EUR', to: 'USD', rate: '1.1' }];
    expect((await app.spend.setExchangeRates({ body: { rates }, headers: owner.headers })).status).toBe(200);
    for (const currency of [undefined, 'USD']) {
      const keysOf = async (query: Query) => {
        const report = await read({ from: dayAt(2), to: dayAt(3), ...(currency && { currency }), ...query });
        return [report.rows, report.totals].map((rows) =>
          rows.flatMap(({ campaign, ad_id, currency: of, clicks }) => (clicks > 0 ? [[campaign, ad_id, of, clicks]] : [])),
        );
      };
      const alone = await keysOf({});
      expect(alone[0]).toEqual([['spring', 'tt4', currency ?? null, 9]]);
      expect(await keysOf({ compare: 'previous_period' })).toEqual(alone);
    }
  });
});
