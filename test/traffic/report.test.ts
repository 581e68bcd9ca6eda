import { bodyOf } from '#test/journeys/answers.ts';
import { dataCentre, trafficScene } from './scene.ts';

let scene: Awaited<ReturnType<typeof trafficScene>>;
beforeEach(async () => {
  scene = await trafficScene();
});
const headers = () => scene.app.signIn(scene.owner.id);
const report = async (query: Record<string, unknown> = {}) =>
  bodyOf(await scene.app.reports.reportTraffic({ query: query as never, headers: await headers() }));
const performance = async () =>
  bodyOf(
    await scene.app.reports.reportPerformance({
      query: { group_by: 'channel', paid: 'all' } as never,
      headers: await headers(),
    }),
  );

describe('the worked example: 1,000 clicks, of which 600 are of people with 18 orders', () => {
  it('is 3.00 %, and 3.16 % once an order names a click from a data centre', async () => {
    const { app, click, order, judged, cells, wanted } = scene;
    for (let at = 0; at < 25; at++) await click({ userAgent: 'Googlebot/2.1' });
    for (let at = 0; at < 15; at++) await click({ webdriver: true });
    const visited = [];
    for (let at = 0; at < 340; at++) visited.push(await click({ address: dataCentre, ad: `ad_${Math.floor(at / 10)}` }));
    // The first two clicks of a flood are not asked for interaction, so they are human.
    for (let at = 0; at < 22; at++) await click({ address: '198.18.0.1', ad: 'flooded' });
    for (let at = 0; at < 598; at++) {
      const { sid } = await click();
      if (at < 18) await order(sid);
    }
    await judged();
    expect(await report()).toMatchObject({
      people: { clicks: 600, conversions: 18, conversion_rate: '0.030000' },
      all: { clicks: 1000, conversions: 18, conversion_rate: '0.018000' },
      left_out: { clicks: 400, conversions: 0 },
      verdicts: [
        { traffic: 'human', clicks: 600, share: 0.6 },
        { traffic: 'bot', clicks: 380, share: 0.38 },
        { traffic: 'suspect', clicks: 20, share: 0.02 },
      ],
      rules: [
        { rule: null, traffic: 'human', clicks: 600 },
        { rule: 'data_centre', traffic: 'bot', clicks: 340 },
        { rule: 'bot_user_agent', traffic: 'bot', clicks: 25 },
        { rule: 'click_flood', traffic: 'suspect', clicks: 20 },
        { rule: 'webdriver', traffic: 'bot', clicks: 15 },
      ],
    });
    await order(visited[7]?.sid ?? '');
    await judged();
    expect(await report()).toMatchObject({
      people: { clicks: 601, conversions: 19, conversion_rate: '0.031614' },
      all: { clicks: 1000, conversions: 19, conversion_rate: '0.019000' },
    });
    expect(await performance()).toMatchObject({
      rows: [{ channel: 'paid_search', clicks: 601, conversions: 19, conversion_rate: '0.031614' }],
      left_out: { traffic: { bot: { clicks: 379 }, suspect: { clicks: 20 } } },
    });
    expect(await cells()).toEqual(await wanted());
    expect(app.world.messages).toEqual([]);
  });
});

it('counts clicks by channel, verdict and rule, as JSON and as a file, for a read-only key too', async () => {
  const { app, owner, click, order, judged } = scene;
  const { sid } = await click();
  await order(sid);
  await click({ webdriver: true });
  await click({ internal: true });
  await owner.click('');
  await judged();
  const rows = [
    { channel: 'direct', traffic: 'bot', rule: 'no_user_agent', clicks: 1 },
    { channel: 'paid_search', traffic: 'human', rule: null, clicks: 1 },
    { channel: 'paid_search', traffic: 'bot', rule: 'webdriver', clicks: 1 },
    { channel: 'paid_search', traffic: 'internal', rule: 'internal_visitor', clicks: 1 },
  ];
  const body = await report();
  expect(body.rows).toEqual(rows);
  expect(body.channels).toEqual([
    {
      channel: 'direct',
      people: { clicks: 0, ad_clicks: 0, conversions: 0, conversion_rate: null, ad_conversion_rate: null },
      all: { clicks: 1, ad_clicks: 0, conversions: 0, conversion_rate: '0.000000', ad_conversion_rate: null },
    },
    {
      channel: 'paid_search',
      people: {
        clicks: 1,
        ad_clicks: 1,
        conversions: 1,
        conversion_rate: '1.000000',
        ad_conversion_rate: '1.000000',
      },
      all: {
        clicks: 3,
        ad_clicks: 3,
        conversions: 1,
        conversion_rate: '0.333333',
        ad_conversion_rate: '0.333333',
      },
    },
  ]);
  const { key } = await owner.issue({ name: 'Sheet', kind: 'read', environment: 'live' });
  const file = await app.reports.reportTrafficCsv({
    query: {} as never,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(file.status).toBe(200);
  expect(file.body).toBe(
    [
      'channel,traffic,rule,clicks',
      ...rows.map(({ channel, traffic, rule, clicks }) => `${channel},${traffic},${rule ?? ''},${clicks}`),
      '',
    ].join('\r\n'),
  );
  expect((await report({ conversion: 'signup_completed' })).all).toMatchObject({ clicks: 4, conversions: 0 });
  expect((await report({ environment: 'test' })).rows).toEqual([]);
  expect((await report({ pixel_key: owner.pixelKey })).rows).toHaveLength(4);
});

it('puts clicks on the days of a time zone', async () => {
  const { app, click, judged } = scene;
  app.world.clock.now = Date.parse('2026-11-20T20:00:00Z');
  await click();
  app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
  await judged();
  const day = { from: '2026-11-21', to: '2026-11-21' };
  expect((await report(day)).all.clicks).toBe(0);
  expect((await report({ ...day, time_zone: 'Asia/Kolkata' })).all.clicks).toBe(1);
});

it('refuses a bad query with every problem', async () => {
  const { app } = scene;
  const answer = await app.reports.reportTraffic({
    query: { from: 'x', time_zone: 'Nowhere', conversion: 'No Type', more: '1' } as never,
    headers: await headers(),
  });
  expect(answer.status).toBe(422);
  expect((answer.body as { detail: unknown[] }).detail).toHaveLength(4);
});

it('finds the newest day whose share of bots jumped, and a campaign that mostly bots click', async () => {
  const { app, owner, click, judged } = scene;
  const clicks = async (day: string, people: number, programs: number) => {
    app.world.clock.now = Date.parse(`${day}T12:00:00Z`);
    for (let at = 0; at < people; at++) await click();
    for (let at = 0; at < programs; at++) await click({ webdriver: true });
  };
  await clicks('2026-11-18', 95, 5);
  await clicks('2026-11-19', 60, 40);
  for (let at = 0; at < 20; at++) await owner.click('svc_campaign=reviewed');
  for (let at = 0; at < 19; at++) await owner.click('svc_campaign=small');
  await clicks('2026-11-20', 10, 80);
  await judged();
  app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
  expect((await report()).findings).toEqual([
    {
      code: 'automated_share_jumped',
      day: '2026-11-19',
      share: 0.5683,
      share_before: 0.05,
      clicks: 139,
    },
    { code: 'mostly_reviewers', campaign: 'reviewed', share: 1, clicks: 20 },
  ]);
});

it('finds no jump on a day that is not over in the time zone of the report', async () => {
  const { app, click, judged } = scene;
  for (const [day, programs] of [
    ['2026-11-18', 0],
    ['2026-11-19', 100],
  ] as const) {
    app.world.clock.now = Date.parse(`${day}T12:00:00Z`);
    for (let at = 0; at < 100; at++) await click({ webdriver: at < programs });
  }
  await judged();
  const daysFound = async (time_zone: string) => (await report({ time_zone })).findings.map((one) => 'day' in one && one.day);
  app.world.clock.now = Date.parse('2026-11-19T23:59:59Z');
  expect(await daysFound('UTC')).toEqual([]);
  expect(await daysFound('Asia/Kolkata')).toEqual(['2026-11-19']);
  app.world.clock.now += 1000;
  expect(await daysFound('UTC')).toEqual(['2026-11-19']);
  expect(await daysFound('America/New_York')).toEqual([]);
});
