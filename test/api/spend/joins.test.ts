import fc from 'fast-check';
import { joinsAnswer } from '#functions/api/spend/joins-answer.ts';
import { spendJoins } from '#shared/performance/rules/join-candidates.ts';
import { foldedName, joinOf, type SpendAlias } from '#shared/spend/rules/joins.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';
import { TooMuchForTurn, withTurnBudget } from '#shared/values/turn-budget.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { cell } from '#test/performance/memory.ts';
import { campaign, imported } from './scene.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Only human clicks join spend, so the clicks have a browser. */
async function humanAdvertiser(of: TestApp) {
  const advertiser = await newAdvertiser(of);
  const click = async (parameters: string, key = advertiser.pixelKey) => {
    const answer = await of.pixel.createSession({
      body: { key, url: `https://shop.example/p?${parameters}` },
      headers: { 'user-agent': userAgent },
    });
    return bodyOf(answer).sid;
  };
  return { ...advertiser, click };
}

let app: TestApp;
let owner: Awaited<ReturnType<typeof humanAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld(Date.parse('2026-11-21T12:00:00Z')));
  owner = await humanAdvertiser(app);
});
const day = '2026-11-21';
const joins = async () => bodyOf(await app.spend.listSpendJoins({ query: { from: day, to: day }, headers: owner.headers }));

async function order(parameters: string, value: number) {
  const svc_click_id = await owner.click(parameters);
  const event = { event_id: `o${value}`, event_type: 'order_created', svc_click_id, value, currency: 'USD' };
  expect((await app.conversions.sendConversion({ body: event as never, headers: owner.key })).status).toBe(200);
}

describe('joins of spend and clicks', () => {
  it('spend and clicks are joined by ID, by name in any letter case, or by an alias, and never by evidence alone', async () => {
    await order('svc_campaign=7', 10);
    await order('svc_campaign=SUMMER%20', 20);
    await order('svc_campaign=spring_sale', 30);
    await order('svc_campaign=elsewhere', 40);
    for (let i = 0; i < 2; i++) await owner.click('svc_campaign=unsold');
    await owner.click('svc_campaign=brand');
    await app.settle();
    await imported(app, owner.headers, [
      campaign('Brand', '5.00', { day, campaign_id: 7 }),
      campaign('Summer', '6.00', { day }),
      campaign('Spring Sale', '75.50', { day, campaign_id: '9' }),
      campaign('Unheard', '1.25', { day }),
    ]);
    // The names that are compared are work too, in addition to the 26 counters and rows that the joins read.
    await expect(withTurnBudget(30, joins)).rejects.toThrow(TooMuchForTurn);
    const before = await joins();
    expect(before.joined).toEqual([{ currency: 'USD', rows: 2, spend: '11.00' }]);
    expect(before.spend_without_clicks).toMatchObject([
      {
        campaign: 'Spring Sale',
        campaign_id: '9',
        spend: '75.50',
        level: 'campaign',
        days: 1,
        candidates: [{ campaign: 'spring_sale', evidence: { name_distance: 1, contains: false, shared_days: 1 } }],
      },
      { campaign: 'Unheard', spend: '1.25', candidates: [] },
    ]);
    expect(before.clicks_without_spend).toMatchObject([
      {
        campaign: 'elsewhere',
        conversions: 1,
        values: [{ currency: 'USD', value: '40.00' }],
        candidates: [],
      },
      { campaign: 'spring_sale', conversions: 1, candidates: [{ campaign: 'Spring Sale' }] },
      { campaign: 'unsold', clicks: 2, conversions: 0, values: [], candidates: [] },
    ]);
    const aliases = [{ level: 'campaign' as const, value: 'spring_sale', id: '9' }];
    bodyOf(await app.spend.setSpendAliases({ body: { aliases }, query: {}, headers: owner.headers }));
    const after = await joins();
    expect(after.joined).toEqual([{ currency: 'USD', rows: 3, spend: '86.50' }]);
    expect(after.clicks_without_spend.map((one) => one.campaign)).toEqual(['elsewhere', 'unsold']);
  });

  it('spend of an import that names a pixel joins the clicks of this pixel alone', async () => {
    const later = '2026-11-20';
    const other = (await owner.issue({ name: 'Second', kind: 'public', environment: 'live' })).key;
    await owner.click('svc_campaign=two_shops');
    await app.settle();
    const rows = [campaign('two_shops', '3.00', { day: later })];
    await imported(app, owner.headers, rows, { network: 'meta', pixel_key: other });
    const read = async () => bodyOf(await app.spend.listSpendJoins({ query: { from: later, to: day }, headers: owner.headers }));
    const before = await read();
    expect(before.spend_without_clicks).toContainEqual(
      expect.objectContaining({ campaign: 'two_shops', pixel_key: other, candidates: [] }),
    );
    expect(before.clicks_without_spend).toContainEqual(
      expect.objectContaining({ campaign: 'two_shops', pixel_key: owner.pixelKey, clicks: 1 }),
    );
    await imported(app, owner.headers, rows, { network: 'meta' });
    const after = await read();
    expect(after.spend_without_clicks.map((one) => one.campaign)).not.toContain('two_shops');
    expect(after.clicks_without_spend.map((one) => one.campaign)).not.toContain('two_shops');
  });

  it('spend of one campaign in two currencies is never added up, with clicks or without', async () => {
    const app = await startApp(await newWorld(Date.parse('2026-11-21T12:00:00Z')));
    const { headers, click } = await humanAdvertiser(app);
    await click('svc_campaign=clicked');
    await app.settle();
    for (const [day, currency, amounts] of [
      ['2026-11-20', 'USD', ['2.00', '5.00']],
      ['2026-11-21', 'EUR', ['3.00', '7.00']],
    ] as const) {
      const rows = ['clicked', 'lonely'].map((name, at) => campaign(name, amounts[at] ?? '', { day }));
      await imported(app, headers, rows, { currency });
    }
    const query = { from: '2026-11-20', to: '2026-11-21' };
    const { joined, spend_without_clicks } = bodyOf(await app.spend.listSpendJoins({ query, headers }));
    expect(new Set(joined)).toEqual(
      new Set([
        { currency: 'USD', rows: 1, spend: '2.00' },
        { currency: 'EUR', rows: 1, spend: '3.00' },
      ]),
    );
    expect(spend_without_clicks).toMatchObject([
      { campaign: 'lonely', currency: 'EUR', spend: '7.00', days: 1 },
      { campaign: 'lonely', currency: 'USD', spend: '5.00', days: 1 },
    ]);
  });

  it('joins are read for one pixel, with the spend of imports that name it, and in the days of a time zone', async () => {
    const app = await startApp(await newWorld(Date.parse('2026-11-22T20:00:00Z')));
    const owner = await humanAdvertiser(app);
    const second = (await owner.issue({ name: 'Third', kind: 'public', environment: 'live' })).key;
    await owner.click('svc_campaign=night', second);
    await owner.click('svc_campaign=night_elsewhere');
    await app.settle();
    const inDay = { day: '2026-11-23' };
    const zone = { time_zone: 'Asia/Kolkata' };
    await imported(app, owner.headers, [campaign('night', '2.00', inDay)], {
      network: 'tiktok',
      pixel_key: second,
      ...zone,
    });
    await imported(app, owner.headers, [campaign('night', '3.00', inDay)], { network: 'linkedin', ...zone });
    app.world.clock.now = Date.parse('2026-11-22T20:20:00Z');
    const read = async (query: object) => {
      const days = { from: inDay.day, to: inDay.day };
      return bodyOf(await app.spend.listSpendJoins({ query: { ...days, ...query }, headers: owner.headers }));
    };
    expect(await read({ ...zone, pixel_key: second })).toMatchObject({
      ...zone,
      pixel_key: second,
      environment: 'live',
      spend_without_clicks_count: 0,
      joined: [{ currency: 'USD', rows: 1, spend: '2.00' }],
      clicks_without_spend: [],
    });
    const all = await read(zone);
    expect(all.joined).toEqual([{ currency: 'USD', rows: 2, spend: '5.00' }]);
    expect(all.clicks_without_spend).toMatchObject([{ campaign: 'night_elsewhere', clicks: 1, days: 1 }]);
    // In UTC the clicks are of the day before, which is near enough to join.
    expect(await read({})).toMatchObject({ joined: [{ spend: '5.00' }], spend_without_clicks_count: 0 });
    const unknown = { query: { pixel_key: 'pk_live_none' }, headers: owner.headers };
    expect((await app.spend.listSpendJoins(unknown)).status).toBe(422);
  });

  it('joins compare names in Unicode form NFC, as reports do: an alias holds for every spelling of the same letters', async () => {
    const app = await startApp(await newWorld(Date.parse('2026-11-21T12:00:00Z')));
    const { headers, click } = await humanAdvertiser(app);
    const [decomposed, composed] = ['Cafe\u0301', 'Caf\u00e9'];
    for (const name of [decomposed, composed, `${decomposed}7`]) await click(`svc_campaign=${encodeURIComponent(name)}`);
    await app.settle();
    await imported(app, headers, [
      campaign('Kaffee', '2.00', { day, campaign_id: '9' }),
      campaign('Tee', '3.00', { day, campaign_id: `${composed}7` }),
    ]);
    const read = async () => bodyOf(await app.spend.listSpendJoins({ query: { from: day, to: day }, headers }));
    const before = await read();
    expect(before.joined).toMatchObject([{ spend: '3.00' }]);
    expect(before.clicks_without_spend).toMatchObject([{ campaign: composed, clicks: 2 }]);
    const aliases = [{ level: 'campaign' as const, value: composed, id: '9' }];
    bodyOf(await app.spend.setSpendAliases({ body: { aliases }, query: {}, headers }));
    expect(await read()).toMatchObject({
      joined: [{ rows: 2, spend: '5.00' }],
      spend_without_clicks: [],
      clicks_without_spend: [],
    });
    const query = {
      from: day,
      to: day,
      group_by: 'campaign',
      campaign: decomposed,
      traffic: 'all',
      paid: 'all',
    } as const;
    const { rows } = bodyOf(await app.reports.reportPerformance({ query, headers }));
    expect(rows).toMatchObject([{ campaign: composed, clicks: 2, spend: '2.00' }]);
  });

  it('joins need every value that both sides have: an ad of that name in another campaign is another ad', () => {
    const row = {
      network: 'meta',
      level: 'ad' as const,
      campaignId: '1',
      campaign: 'A',
      adGroupId: null,
      adGroup: null,
      adId: '9',
      ad: 'Video',
    };
    const of = (ours: object, aliases: SpendAlias[] = []) => joinOf({ campaign: null, adGroup: null, adId: null, ...ours }, row, aliases);
    expect(of({ campaign: 'a', adId: 'VIDEO' })).toEqual(['name', 'name']);
    expect(of({ campaign: 'B', adId: 'Video' })).toBeNull();
    expect(of({ adId: '9' })).toEqual(['id']);
    expect(of({ campaign: '1', adGroup: 'mine', adId: '9' })).toEqual(['id', 'id']);
    expect(of({ campaign: '1' })).toBeNull();
    const alias = { level: 'ad' as const, value: 'clip', id: null, name: 'video' };
    expect(of({ adId: 'clip' }, [{ ...alias, network: 'meta' }])).toEqual(['alias']);
    expect(of({ adId: 'clip' }, [{ ...alias, network: 'tiktok' }])).toBeNull();
  });

  it('an ad with clicks and one day of spend is a candidate for the spend that follows under its new name', () => {
    const names = { campaign: 'spring_sale', adGroup: 'running_shoes' };
    const facts = { level: 'ad', currency: 'USD', timeZone: 'UTC', pixelKey: null, importId: 'x' } as const;
    const of = (at: string, ad: string) => ({
      ...facts,
      day: at,
      network: 'meta',
      adAccount: 'a',
      rows: [
        {
          ...names,
          campaignId: null,
          adGroupId: null,
          adId: null,
          ad,
          spend: '30',
          impressions: null,
          clicks: null,
          reportedConversions: null,
          reportedValue: null,
        },
      ],
    });
    const days = [of('2026-11-01', 'ad_42'), of('2026-11-02', 'ad_42 - copy'), of('2026-11-02', 'ad_77')];
    const cells = ['2026-11-01', '2026-11-02'].map((at) =>
      cell('clicks', at, { campaign: 'spring_sale', ad_group: 'running_shoes', ad_id: 'ad_42' }, 85),
    );
    const asked = reportDays('2026-11-01', '2026-11-02', 'UTC');
    const result = joinsAnswer(spendJoins(days as never, cells, { reportDays: asked, windows: [asked] }, []));
    expect(result.spend_without_clicks).toMatchObject([
      { ad: 'ad_42 - copy', spend: '30.00', candidates: [{ ad_id: 'ad_42', has_spend: true }] },
      { ad: 'ad_77', candidates: [] },
    ]);
  });

  it('joins of thousands of names cost as much as the longest list: 100 of each side, and the count of all', () => {
    const count = 4000;
    const numbers = Array.from({ length: count }, (_, at) => at);
    const none = { adGroupId: null, adGroup: null, adId: null, ad: null };
    const rows = numbers.map((at) => ({
      campaignId: `${at}`,
      campaign: `Campaign ${at} of the season`,
      ...none,
      spend: String(at + 1),
      impressions: null,
      clicks: null,
      reportedConversions: null,
      reportedValue: null,
    }));
    const facts = { level: 'campaign', currency: 'USD', timeZone: 'UTC', pixelKey: null } as const;
    const days = [{ day, ...facts, network: 'meta', adAccount: 'a', importId: 'x', rows }];
    const cellOf = (name: string, count: number) => cell('clicks', day, { campaign: name }, count);
    const cells = numbers.map((at) => cellOf(at < 10 ? `campaign ${at} OF the season` : `campaign_${at}_of_the_session`, at + 1));
    const nearRow10 = cellOf('Campaign 10 of the seasons', 2 * count);
    const utcDay = reportDays(day, day, 'UTC');
    const ofDay = { reportDays: utcDay, windows: [utcDay] };
    const before = process.cpuUsage();
    const result = joinsAnswer(spendJoins(days as never, [...cells, nearRow10], ofDay, []));
    const { user } = process.cpuUsage(before);
    let pairs = 0;
    spendJoins(days as never, [...cells, nearRow10], ofDay, [], (times) => {
      pairs += times;
    });
    expect(pairs).toBeLessThan(100);
    expect(result.joined).toEqual([{ currency: 'USD', rows: 10, spend: '55.00' }]);
    expect(result.spend_without_clicks).toHaveLength(100);
    expect(result.spend_without_clicks[0]).toMatchObject({ campaign_id: '3999', spend: '4000.00' });
    expect(result.spend_without_clicks_count).toBe(count - 10);
    expect(result.clicks_without_spend).toHaveLength(100);
    expect(result.clicks_without_spend_count).toBe(count - 9);
    const [{ campaign: first, candidates } = { candidates: [] }] = result.clicks_without_spend;
    expect(first).toBe('Campaign 10 of the seasons');
    expect(candidates.length).toBeGreaterThan(0);
    for (const { campaign_id } of candidates) expect(Number(campaign_id)).toBeGreaterThanOrEqual(count - 200);
    // Comparing every pair would take minutes.
    expect(user / 1e6).toBeLessThan(3);
  });

  it('joins fold names alike in any composition of letters', () => {
    expect(foldedName(' E\u0301te\u0301 ')).toBe(foldedName('ÉTÉ'));
    expect(foldedName('Straße')).toBe(foldedName('STRASSE'));
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(foldedName(foldedName(name))).toBe(foldedName(name));
      }),
    );
  });
});

describe('exchange rates', () => {
  it('exchange rates are set by day and pair, keep other days, and are removed with null', async () => {
    const set = (rates: object[]) => app.spend.setExchangeRates({ body: { rates } as never, headers: owner.headers });
    const rate = (on: string, value: unknown) => ({ day: on, from: 'EUR', to: 'USD', rate: value });
    expect((await set([rate('2026-11-20', '1.0825'), rate('2026-11-21', 1.1)])).status).toBe(200);
    expect((await set([rate('2026-11-21', '1.20'), rate('2026-11-19', null)])).status).toBe(200);
    const read = async () =>
      bodyOf(await app.spend.listExchangeRates({ query: { from: '2026-11-01', to: day }, headers: owner.headers })).rates;
    expect(await read()).toEqual([rate('2026-11-20', '1.0825'), rate('2026-11-21', '1.2')]);
    await set([rate('2026-11-20', null)]);
    expect(await read()).toEqual([rate('2026-11-21', '1.2')]);
    const wrong = await set([rate('2026-11-20', '0'), rate('2026-11-20', 'x'), { ...rate('2026-11-22', 1), to: 'EUR' }]);
    expect(wrong.status).toBe(422);
    expect((wrong.body as { detail: unknown[] }).detail.length).toBeGreaterThanOrEqual(3);
  });

  it('exchange rates that are JSON numbers keep their digits, and others are refused with a sentence', async () => {
    const send = (rate: string) =>
      app.send(
        new Request('http://adtrail.local/api/v1/exchange-rates', {
          method: 'PUT',
          headers: { ...owner.headers, 'content-type': 'application/json' },
          body: `{"rates":[{"day":"2026-09-01","from":"VND","to":"XDR","rate":${rate}}]}`,
        }),
      );
    const query = { from: '2026-09-01', to: '2026-09-01' };
    for (const rate of ['0.0000001', '123456.123456789012', '1E-12', '123456789012']) {
      expect([rate, (await send(rate)).status]).toEqual([rate, 200]);
      const { rates } = bodyOf(await app.spend.listExchangeRates({ query, headers: owner.headers }));
      expect(rates[0]?.rate).toBe(rate === '1E-12' ? '0.000000000001' : rate);
    }
    for (const rate of ['0', '1e-13', '1e400', '1e999', '1.1234567890123', '1234567890123', '-1', 'true', '""']) {
      const answer = (await (await send(rate)).json()) as { detail: { msg: string }[] };
      expect([rate, answer.detail]).toMatchObject([rate, [{ msg: 'A number above 0 expected, with at most 12 digits on each side' }]]);
    }
  });

  it('parallel changes of exchange rates are all stored', async () => {
    const days = Array.from({ length: 8 }, (_, at) => `2026-10-0${at + 1}`);
    await Promise.all(
      days.map((on) =>
        app.spend.setExchangeRates({
          body: { rates: [{ day: on, from: 'GBP', to: 'USD', rate: '1.3' }] },
          headers: owner.headers,
        }),
      ),
    );
    const query = { from: '2026-10-01', to: '2026-10-31' };
    const { rates } = bodyOf(await app.spend.listExchangeRates({ query, headers: owner.headers }));
    expect(rates.map((one) => one.day)).toEqual(days);
  });
});
