import { keyOf } from '#shared/cells/items.ts';
import { cellStartIn, processedKinds } from '#shared/cells/store/cell-start.ts';
import { tableAt } from '#shared/store/table.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { sendRows } from '../spend/scene.ts';

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
type Query = Parameters<TestApp['reports']['reportPerformance']>[0]['query'];
const dayMs = 86_400_000;
const start = Date.parse('2026-11-20T12:00:00Z');

let app: TestApp;
let owner: Advertiser;
beforeAll(async () => {
  app = await startApp(await newWorld(start));
  owner = await newAdvertiser(app);
  const [clicks] = [
    await Promise.all(
      ['svc_campaign=Brand&svc_ad_id=42', 'svc_campaign=Brand&svc_ad_id=42', 'svc_campaign=Brand&svc_ad_id=43'].map((one) =>
        click(owner, one),
      ),
    ),
    await click(owner, 'utm_campaign=news&utm_medium=email'),
  ];
  await order('o1', clicks[0], 25.99);
  await order('s1', clicks[1], 0, 'signup_completed');
  await pass(dayMs);
  const late = await click(owner, 'svc_campaign=Brand&svc_ad_id=42');
  await order('o2', late, 4.01);
  const day = '2026-11-20';
  const spend = await sendRows(app, owner.headers, [
    { day, campaign: 'brand', ad_id: '42', spend: '10.00', impressions: 900, clicks: 3 },
    { day, campaign: 'brand', ad_id: '43', spend: '7.50' },
    { day: '2026-11-21', campaign: 'Gone', ad_id: '44', spend: '2.005' },
  ]);
  expect(spend.status).toBe(201);
  await app.settle();
});

async function click(of: Advertiser, parameters: string) {
  const answer = await app.pixel.createSession({
    body: { key: of.pixelKey, url: `https://shop.example/p?${parameters}` },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.sid;
}

async function pass(milliseconds: number) {
  app.world.clock.now += milliseconds;
  Object.assign(owner.headers, await app.signIn(owner.id));
}

async function order(event_id: string, svc_click_id: string | undefined, value: number, event_type = 'order_created') {
  const event = { event_id, event_type, svc_click_id, value, currency: 'USD' };
  const answer = await app.conversions.sendConversion({ body: event as never, headers: owner.key });
  expect(answer.status).toBe(200);
}
const ask = (query: Query = {}, headers: Record<string, string> = owner.headers) =>
  app.reports.reportPerformance({ query: { from: '2026-11-20', to: '2026-11-21', ...query }, headers });
const read = async (query: Query = {}) => bodyOf(await ask(query));
const setAliases = (aliases: object[]) => app.spend.setSpendAliases({ query: {}, body: { aliases } as never, headers: owner.headers });
const setRates = (rates: object[]) => app.spend.setExchangeRates({ body: { rates } as never, headers: owner.headers });
const setPrimary = (primary_event_type: string) =>
  app.keys.changeSettings({ query: {}, body: { primary_event_type } as never, headers: owner.headers });
const problemsOf = async (query: object) => {
  const { status, body } = await ask(query as Query);
  expect(status).toBe(422);
  return (body as unknown as { detail: { type: string; loc: string[]; msg: string }[] }).detail;
};

describe('the performance report', () => {
  it('joins clicks, conversions and spend of each ad, with what its defaults leave out', async () => {
    const report = await read({ group_by: 'campaign,ad_id' });
    expect(report.rows).toMatchObject([
      {
        campaign: 'Brand',
        ad_id: '42',
        currency: 'USD',
        clicks: 3,
        conversions: 2,
        value: '30.00',
        conversion_rate: '0.666667',
        average_value: '15.0000',
        spend: '10.00',
        impressions: 900,
        platform_clicks: 3,
        cost_per_click: '5.0000',
        cost_per_conversion: '10.0000',
        // The ad has no row of spend for the second day, so its click and order of that day are in no ratio.
        return_on_ad_spend: '2.5990',
        net_return: '2.5990',
        reason: null,
        matched_by: { svc_click_id: 2, external_user_id: 0 },
        by_type: { signup_completed: { count: 1, value: '0.00' } },
        maturing: true,
        final_on: '2026-12-22',
        warnings: ['spend_partial'],
        spend_coverage: {
          days_known: 1,
          days: 2,
          spend: '10.00',
          value: '25.99',
          conversions: 1,
          clicks: 2,
          unjoined_spend: '0.00',
        },
      },
      { campaign: 'Brand', ad_id: '43', clicks: 1, conversions: 0, spend: '7.50', cost_per_conversion: null },
      {
        campaign: 'Gone',
        ad_id: '44',
        clicks: 0,
        spend: '2.005',
        cost_per_click: null,
        final_on: null,
        return_on_ad_spend: null,
        reason: 'no_clicks_joined',
      },
    ]);
    expect(report.totals).toMatchObject([
      {
        currency: 'USD',
        clicks: 4,
        conversions: 2,
        value: '30.00',
        spend: '19.505',
        return_on_ad_spend: '1.4851',
        return_at_least: '1.3325',
      },
    ]);
    expect(report.totals_with_spend).toMatchObject([
      { clicks: 3, conversions: 1, value: '25.99', spend: '17.50', return_on_ad_spend: '1.4851' },
    ]);
    expect(report.left_out).toEqual({
      traffic: {},
      unpaid: { clicks: 1, conversions: 0, values: [], rows: 0, spend: [] },
      paid: { clicks: 0, conversions: 0, values: [], rows: 0, spend: [] },
      unjoined_spend: { rows: 0, spend: [] },
    });
    expect(report).toMatchObject({ conversion: 'order_created', model: 'last_click', next_cursor: null });
    const all = await read({ group_by: 'channel', paid: 'all' });
    expect(all.rows.map(({ channel, clicks }) => [channel, clicks])).toEqual([
      ['paid_other', 4],
      ['paid_search', 0],
      ['email', 1],
    ]);
    const unpaid = await read({ group_by: 'channel', paid: 'false' });
    expect([unpaid.rows.length, unpaid.left_out.paid]).toMatchObject([1, { clicks: 4, rows: 3 }]);
  });

  it('filters by channel, names, a part of a name and network, in rows and totals', async () => {
    const adsOf = async (query: Query) =>
      (await read({ group_by: 'campaign,ad_id', ...query })).rows.map(({ campaign, ad_id: ad }) => [campaign, ad]);
    const [ad42, ad43, ad44] = [
      ['Brand', '42'],
      ['Brand', '43'],
      ['Gone', '44'],
    ];
    expect(await adsOf({ campaign: 'Brand' })).toEqual([ad42, ad43]);
    expect(await adsOf({ campaign: 'Brand', ad_id: '43' })).toEqual([ad43]);
    expect(await adsOf({ ad_group: '', ad_id: '42' })).toEqual([ad42]);
    expect(await adsOf({ channel: 'paid_search' })).toEqual([ad44]);
    expect(await adsOf({ contains: 'gON' })).toEqual([ad44]);
    expect(await adsOf({ contains: '4', network: 'google_ads' })).toEqual([ad42, ad43, ad44]);
    expect(await adsOf({ network: 'meta' })).toEqual([]);
    const { totals, left_out } = await read({ channel: 'paid_other' });
    expect(totals).toMatchObject([{ clicks: 4, spend: '17.50' }]);
    expect(left_out.unpaid.clicks).toBe(0);
    expect(await problemsOf({ channel: 'radio', network: 'No network', contains: '' })).toMatchObject([
      { loc: ['query', 'channel'] },
      { loc: ['query', 'contains'] },
      { loc: ['query', 'network'] },
    ]);
  });

  it('has days in the order of time, and other days by the time of the event', async () => {
    const days = await read({ group_by: 'day' });
    expect(days.rows.map(({ day, conversions, spend, final_on }) => [day, conversions, spend, final_on])).toEqual([
      ['2026-11-20', 1, '17.50', '2026-12-21'],
      ['2026-11-21', 1, '2.005', '2026-12-22'],
    ]);
    const signups = await read({ group_by: 'month', conversion: 'signup_completed', time_basis: 'occurred' });
    expect(signups.rows).toMatchObject([{ month: '2026-11-01', conversions: 1, conversion_rate: null, maturing: false, final_on: null }]);
    expect(signups.rows[0]?.by_type).toEqual({ order_created: { count: 2, value: '30.00' } });
  });

  it('compares with the days before, on the day that they are compared with', async () => {
    const later = { from: '2026-11-21', to: '2026-11-21', compare: 'previous_period' as const };
    const report = await read({ ...later, group_by: 'day' });
    expect(report.previous_period).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(report.rows).toMatchObject([
      {
        day: '2026-11-21',
        conversions: 1,
        spend: '2.005',
        previous: { conversions: 1, clicks: 3, spend: '17.50' },
      },
    ]);
    const same = await read({ ...later, group_by: 'day', compare_age: 'same' });
    expect(same.rows).toMatchObject([{ conversions: 0, previous: { conversions: 0 }, age_bound: null }]);
    await pass(2 * dayMs);
    const aged = await read({ ...later, group_by: 'day', compare_age: 'same' });
    expect(aged.rows).toMatchObject([{ conversions: 1, previous: { conversions: 1 }, age_bound: '0' }]);
    expect(aged.totals).toMatchObject([{ age_bound: '0' }]);
    await pass(-2 * dayMs);
    const year = await read({ ...later, compare: 'previous_year' });
    expect(year.previous_period).toEqual({ from: '2025-11-21', to: '2025-11-21' });
    expect(year.rows[0]).toMatchObject({ previous: { clicks: 0, spend: null } });
  });

  it.each([
    ['UTC', 0],
    ['America/New_York', 5],
    ['Pacific/Kiritimati', -14],
  ])('compares at the same age, and has final rates, by the time in %s', async (time_zone, hours) => {
    const query = { from: '2026-11-21', to: '2026-11-21', group_by: 'day', time_zone };
    const before = app.world.clock.now;
    const rowAt = async (day: string, milliseconds: number) => {
      await pass(Date.parse(day) + hours * 3_600_000 + milliseconds - app.world.clock.now);
      const compared = { ...query, compare: 'previous_period', compare_age: 'same' } as const;
      return (await read(compared)).rows[0];
    };
    expect(await rowAt('2026-11-23', -1)).toMatchObject({ age_bound: null });
    expect(await rowAt('2026-11-23', 0)).toMatchObject({ age_bound: '0' });
    const last = String((await read(query)).rows[0]?.final_on);
    expect(await rowAt(last, -1)).toMatchObject({ final_on: last, maturing: true });
    expect(await rowAt(last, 0)).toMatchObject({ final_on: last, maturing: false });
    await pass(before - app.world.clock.now);
  });

  it('converts by the rate of each day, and names the days that have none', async () => {
    const inEuros = { currency: 'EUR', group_by: 'ad_id' };
    expect(await problemsOf(inEuros)).toEqual([
      {
        type: 'rate_missing',
        loc: ['query', 'currency'],
        msg: 'No rate from USD to EUR on 2026-11-20 to 2026-11-21. Set it with `PUT /api/v1/exchange-rates`',
      },
    ]);
    const rates = [
      { day: '2026-11-20', from: 'USD', to: 'EUR', rate: '0.9' },
      { day: '2026-11-21', from: 'USD', to: 'EUR', rate: '0.8' },
    ];
    expect((await app.spend.setExchangeRates({ body: { rates } as never, headers: owner.headers })).status).toBe(200);
    // 25.99 × 0.9 + 4.01 × 0.8 = 26.599, and 10 × 0.9 = 9.
    expect((await read(inEuros)).rows[0]).toMatchObject({
      ad_id: '42',
      currency: 'EUR',
      value: '26.60',
      spend: '9.00',
      return_on_ad_spend: '2.5990',
    });
  });

  it('is read page by page in any order, and a file has the same figures', async () => {
    const query = { group_by: 'day,ad_id', sort: '-clicks', compare: 'previous_period' as const };
    const whole = await read(query);
    const paged: typeof whole.rows = [];
    for (let cursor: string | undefined = '', pages = 0; cursor !== undefined; pages++) {
      expect(pages).toBeLessThan(9);
      const page: typeof whole = await read({
        ...query,
        limit: 1,
        ...(cursor && { cursor: cursor as never }),
      } as Query);
      paged.push(...page.rows);
      expect(page.totals).toEqual(whole.totals);
      cursor = page.next_cursor ?? undefined;
    }
    expect(paged).toEqual(whole.rows);
    const { from, to } = { from: '2026-11-20', to: '2026-11-21' };
    const file = await app.reports.reportPerformanceCsv({
      query: { from, to, ...query },
      headers: owner.headers,
    });
    const [head = '', ...lines] = String(file.body).trimEnd().split('\r\n');
    const columns = head.split(',');
    const valueAt = (row: object, path: string) =>
      path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], row);
    expect(lines.map((line) => Object.fromEntries(line.split(',').map((text, at) => [columns[at], text])))).toEqual(
      whole.rows.map((row) =>
        Object.fromEntries(
          columns.map((path) => {
            const value = valueAt(row, path);
            return [path, Array.isArray(value) ? value.join(' ') : String(value ?? '')];
          }),
        ),
      ),
    );
    const first = await app.reports.reportPerformanceCsv({
      query: { from, to, ...query, limit: 1 },
      headers: owner.headers,
    });
    expect(String(first.body).split('\r\n')[0]).toBe(head);
    expect(first.headers.get('x-next-cursor')).toBe((await read({ ...query, limit: 1 })).next_cursor);
    for (const name of ['content-type', 'content-disposition'])
      expect([name, first.headers.get(name)]).toEqual([name, file.headers.get(name)]);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('has no page of another account, of a changed primary event type, alias or exchange rate', async () => {
    const other = await newAdvertiser(app);
    const query = { limit: 1, group_by: 'ad_id', currency: 'USD' } as const;
    const page = async () => {
      const { next_cursor: cursor } = await read(query);
      return { ...query, cursor: cursor as never };
    };
    const refused = [{ type: 'cursor_of_another_request', loc: ['query', 'cursor'] }];
    const first = await page();
    expect((await ask({ ...first, limit: 50 })).status).toBe(200);
    expect(await ask(first, other.headers)).toMatchObject({ status: 422, body: { detail: refused } });
    const changes: [string, () => Promise<{ status: number }>][] = [
      ['alias', () => setAliases([{ level: 'ad', value: '42', id: '421' }])],
      ['rate', () => setRates([{ day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.1' }])],
      ['type', () => setPrimary('signup_completed')],
    ];
    for (const [name, change] of changes) {
      const before = await page();
      expect([name, (await change()).status]).toEqual([name, 200]);
      app.world.clock.now += 61_000;
      expect([name, await ask(before)]).toMatchObject([name, { status: 422, body: { detail: refused } }]);
      expect([name, (await ask(await page())).status]).toEqual([name, 200]);
    }
    expect((await setPrimary('order_created')).status).toBe(200);
    await setAliases([]);
    app.world.clock.now += 61_000;
  });

  it('marks a name that a spreadsheet would run as a formula', async () => {
    const other = await newAdvertiser(app);
    await click(other, `svc_campaign=${encodeURIComponent('=1+2')}&svc_ad_id=${encodeURIComponent('@x')}`);
    await app.settle();
    const file = await app.reports.reportPerformanceCsv({
      query: { from: '2026-11-20', to: '2026-11-21' },
      headers: other.headers,
    });
    expect(String(file.body)).toContain("\r\n'=1+2,,'@x,");
  });

  it('marks spend whose days are of another time zone', async () => {
    const report = await read({ time_zone: 'Asia/Kolkata' });
    expect(report.spend_time_zones).toEqual(['UTC']);
    expect([report.networks, (await read({ network: 'meta' })).networks]).toEqual([['google_ads'], ['google_ads']]);
    expect(report.rows[0]?.warnings).toEqual(['spend_time_zone', 'spend_partial']);
  });

  it('lists problems between fields beside problems of single fields and of an unknown key', async () => {
    const places = async (query: object) => (await problemsOf(query)).map(({ loc: [, field] }) => field);
    const late = { from: '2026-11-21', to: '2026-11-20' };
    expect(await places({ ...late, pixel_key: 'pk_live_none' })).toEqual(['to', 'pixel_key']);
    const odd = { ...late, limit: 0, compare_age: 'same', sort: 'day', group_by: 'campaign' };
    expect(await places(odd)).toEqual(['limit', 'to', 'sort', 'compare_age']);
    expect(await places({ limit: 0, from: 'x', compare: 'y', compare_age: 'same' })).toEqual(['from', 'compare', 'limit']);
  });

  it('answers 422 with every problem of a query', async () => {
    const shape = await problemsOf({
      group_by: 'event_type,campaign,weekday',
      sort: '-price',
      limit: 10_001,
      currency: 'usd',
      model: 'linear',
      paid: 'yes',
      traffic: 'bots',
      compare: 'last',
      cursor: 'x',
      groupby: '1',
    });
    expect(shape.map(({ type, loc }) => `${loc[1]} ${type}`).sort()).toEqual(
      ['compare', 'currency', 'cursor', 'group_by', 'group_by', 'groupby', 'limit', 'model', 'paid', 'sort', 'traffic'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} `)),
      ),
    );
    expect(shape.filter(({ type }) => type === 'unknown_dimension')).toHaveLength(2);
    const meaning = await problemsOf({
      from: '2025-11-20',
      to: '2026-11-21',
      sort: 'day',
      compare_age: 'same',
      time_basis: 'occurred',
    });
    expect(meaning.map(({ type, loc }) => `${loc[1]} ${type}`)).toEqual([
      'to too_many_days',
      'sort value_error',
      'compare_age value_error',
      'compare_age value_error',
    ]);
    expect(await problemsOf({ from: '2026-11-21', to: '2026-11-20' })).toHaveLength(1);
    expect((await ask({ from: '2025-11-21', to: '2026-11-21', compare: 'previous_year' })).status).toBe(200);
    for (const from of ['0001-01-01', '0000-01-01'])
      expect(await problemsOf({ from, to: '0001-01-02', compare: 'previous_year' })).not.toEqual([]);
  });
});

describe('a read-only key', () => {
  const issue = (more: object = {}) =>
    owner.issue({ name: 'Sheet', kind: 'read', environment: 'live', ...more } as Parameters<Advertiser['issue']>[0]);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  it('reads the report only if it was created with scope performance', async () => {
    const plain = await issue();
    expect(plain).toMatchObject({ scope: null });
    expect(await ask({}, bearer(plain.key))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const scoped = await issue({ scope: 'performance' });
    expect(scoped).toMatchObject({ scope: 'performance' });
    expect(bodyOf(await ask({}, bearer(scoped.key))).totals).toEqual((await read()).totals);
    expect((await app.reports.reportConversions({ query: {}, headers: bearer(scoped.key) })).status).toBe(200);
    const rotated = await app.keys.rotateKey({ params: { id: scoped.id }, body: {}, headers: owner.headers });
    expect(rotated).toMatchObject({ status: 200, body: { scope: 'performance' } });
    expect((await ask({}, bearer((rotated.body as { key: string }).key))).status).toBe(200);
    const secret = await app.keys.createKey({
      body: { name: 'x', kind: 'secret', environment: 'test', scope: 'performance' },
      headers: owner.headers,
    });
    expect(secret).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'scope'] }] } });
  });

  it('of a pixel reads its rows alone, and nothing of the spend of the account', async () => {
    const { key } = await issue({ scope: 'performance', pixel_key: owner.pixelKey });
    const report = bodyOf(await ask({}, bearer(key)));
    expect(report).toMatchObject({ pixel_key: owner.pixelKey, left_out: { unjoined_spend: null } });
    expect(report.rows.map(({ spend }) => spend)).toEqual([null, null]);
    const ofPixel = await read({ pixel_key: owner.pixelKey });
    expect(ofPixel.left_out.unjoined_spend).toEqual({
      rows: 3,
      spend: [{ currency: 'USD', spend: '19.505' }],
    });
  });
});

it('a stranger, a secret key and nobody read nothing', async () => {
  expect((await ask({}, owner.key)).status).toBe(401);
  expect((await ask({}, {})).status).toBe(401);
  const stranger = await newUser(app);
  expect((await ask({ client_user_id: owner.id } as Query, stranger.headers)).status).toBe(403);
});

it('a call reads the cells of each series in two queries, the spend in one, and a few items besides', async () => {
  await read({ compare: 'previous_period' });
  app.calls.length = 0;
  await read({ compare: 'previous_period', currency: 'EUR' });
  const calls = Object.groupBy(app.calls, ({ operation, table }) => `${operation} ${table}`);
  expect(Object.fromEntries(Object.entries(calls).map(([name, all]) => [name, all?.length]))).toEqual({
    'GetItem accounts': 1,
    'GetItem attribution': 8,
    'Query attribution': 12,
    'UpdateItem accounts': 1,
  });
});

it('the performance report says from when clicks have facts, and whether earlier ones are still being counted', async () => {
  const world = await newWorld(start);
  const since = '2026-11-10T00:00:00.000Z';
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  const cellStart = cellStartIn(table, { now: () => world.clock.now });
  await table.put({ ...keyOf.cellStart(), kind: 'cell_start', since, quietFrom: since });
  const upgraded = await startApp(world);
  const { headers } = await newUser(upgraded);
  const said = async () => bodyOf(await upgraded.reports.reportPerformance({ query: {}, headers }));
  expect(await said()).toMatchObject({ facts_since: since, incomplete_before: since });
  for (const kind of processedKinds) await cellStart.recordProcessed(kind);
  expect(await said()).toMatchObject({ facts_since: since, incomplete_before: null });
  expect(await read()).toMatchObject({ facts_since: null, incomplete_before: null });
});

it('a page of the performance report keeps the days of the first page after midnight', async () => {
  const newest = (query: Query = {}) =>
    app.reports.reportPerformance({
      query: { group_by: 'ad_id', limit: 1, ...query },
      headers: owner.headers,
    });
  const { to, next_cursor } = bodyOf(await newest());
  await pass(dayMs);
  expect(bodyOf(await newest()).to).not.toBe(to);
  expect(bodyOf(await newest({ cursor: next_cursor as never })).to).toBe(to);
});
