import { boundedRead } from '#functions/api/period.ts';
import { maxCountersRead } from '#shared/reports/rules/limits.ts';
import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const hostile = '"><script>&=HYPERLINK(1)\u202e,';
const decomposed = 'cafe\u0301';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
  const click = (campaign: string, group = '', ad = '') =>
    advertiser.click(String(new URLSearchParams({ utm_campaign: campaign, utm_term: group, utm_content: ad })));
  const clicks = {
    shoes: await click('Spring Sale', 'shoes', 'ad_1'),
    boots: await click('Spring Sale', 'boots', 'ad_2'),
    plain: await click('brand'),
    hostile: await click(hostile, 'shoes', 'ad_1'),
    accent: await click(decomposed, 'shoes', 'ad_3'),
  };
  let orders = 0;
  const send = (svc_click_id: string, value: number, occurred_at: string, event_type = 'order_created') =>
    scene.send(advertiser, {
      event_id: `f${++orders}`,
      svc_click_id,
      value,
      occurred_at,
      event_type,
    });
  // 2026-11-15 is a Sunday.
  await send(clicks.shoes, 0.1, '2026-10-31T10:05:00Z');
  await send(clicks.shoes, 0.2, '2026-11-15T10:20:00Z');
  await send(clicks.boots, 5, '2026-11-16T23:59:00Z');
  await send(clicks.boots, 7, '2026-11-20T00:10:00Z', 'signup_completed');
  await send(clicks.plain, 11, '2026-11-20T00:50:00Z');
  await send(clicks.hostile, 13, '2026-11-20T01:00:00Z');
  await send(clicks.accent, 17, '2026-11-20T20:15:00Z');
  await app.settle();
});

type Query = Record<string, string>;
const report = async (query: Query) => {
  const answer = await app.reports.reportConversions({
    query: { from: '2026-10-01', to: '2026-11-21', group_by: 'campaign', ...query } as object,
    headers: advertiser.headers,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const sums = async (query: Query) =>
  (await report(query)).rows.map(({ day, hour, campaign, count, value }) => [hour ?? day ?? campaign, count, value].join(' '));

describe('the conversions report with filters', () => {
  it.each<[Query, string[]]>([
    [{ campaign: 'Spring Sale' }, ['Spring Sale 4 12.30']],
    [{ ad_group: 'shoes' }, [`${hostile} 1 13.00`, 'Spring Sale 2 0.30', 'café 1 17.00']],
    [{ campaign: 'Spring Sale', ad_id: 'ad_2', event_type: 'order_created' }, ['Spring Sale 1 5.00']],
    [{ event_type: 'signup_completed' }, ['Spring Sale 1 7.00']],
    [{ ad_group: '', ad_id: '' }, ['brand 1 11.00']],
    [{ campaign: hostile }, [`${hostile} 1 13.00`]],
    [{ campaign: 'café' }, ['café 1 17.00']],
    [{ campaign: 'spring sale' }, []],
    [{ campaign: '__proto__' }, []],
  ])('has for %j the rows %j, in the file too', async (query, rows) => {
    expect((await sums(query)).toSorted()).toEqual(rows.toSorted());
    const search = new URLSearchParams({
      from: '2026-10-01',
      to: '2026-11-21',
      group_by: 'campaign',
      ...query,
    });
    const file = await app.send(
      new Request(`http://api/api/v1/pixel/reports/conversions.csv?${search}`, {
        headers: advertiser.headers,
      }),
    );
    expect(file.status).toBe(200);
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
  });

  it('weeks, months and hours of a filtered report add up to the whole', async () => {
    expect(await sums({ group_by: 'day', interval: 'month' })).toEqual(['2026-10-01 1 0.10', '2026-11-01 6 53.20']);
    expect(await sums({ group_by: 'day', interval: 'week' })).toEqual(['2026-10-26 1 0.10', '2026-11-09 1 0.20', '2026-11-16 5 53.00']);
    expect(await sums({ group_by: 'day', interval: 'week', from: '2026-11-17' })).toEqual(['2026-11-16 4 48.00']);
    const day = { group_by: 'day', interval: 'hour', from: '2026-11-20', to: '2026-11-20' };
    expect(await sums(day)).toEqual([
      '2026-11-20T00:00:00.000Z 2 18.00',
      '2026-11-20T01:00:00.000Z 1 13.00',
      '2026-11-20T20:00:00.000Z 1 17.00',
    ]);
    // At UTC+5:30, hours begin at half past.
    expect(await sums({ ...day, time_zone: 'Asia/Kolkata' })).toEqual([
      '2026-11-19T23:30:00.000Z 1 7.00',
      '2026-11-20T00:30:00.000Z 2 24.00',
    ]);
    expect((await report({ ...day, campaign: 'brand' })).interval).toBe('hour');
    const alone = await app.reports.reportConversions({
      query: { interval: 'hour', group_by: 'day', to: '2026-11-20' },
      headers: advertiser.headers,
    });
    expect(alone.body).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
  });

  it('every invalid filter of the report is reported', async () => {
    const wrong = {
      campaign: '',
      ad_group: 'x'.repeat(257),
      ad_id: 'x'.repeat(257),
      event_type: 'Not A Type',
      interval: 'year',
    };
    for (const [query, places] of [
      [wrong, ['campaign', 'ad_group', 'ad_id', 'event_type', 'interval']],
      [{ from: '2026-11-02', to: '2026-11-01', interval: 'hour' }, ['to', 'interval']],
      [{ from: '2024-11-01', to: '2026-11-01' }, []],
      [{ from: '2024-10-31', to: '2026-11-01' }, ['to']],
    ] as const) {
      const answer = await app.reports.reportConversions({
        query: query as object,
        headers: advertiser.headers,
      });
      const detail = (answer.body as { detail?: { loc: string[] }[] }).detail ?? [];
      expect([query, detail.map(({ loc }) => loc[1])]).toEqual([query, places]);
    }
  });

  it('a filtered report reads no more totals than its limit', async () => {
    const counters = async function* (count: number) {
      for (let i = 0; i < count; i++) yield i;
    };
    const isEven = (i: number) => i % 2 === 0;
    expect(await boundedRead(counters(4), isEven, 4)).toEqual([0, 2]);
    await expect(boundedRead(counters(5), isEven, 4)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await boundedRead(counters(5), isEven, null)).toEqual([0, 2, 4]);
    expect(maxCountersRead).toBe(100_000);
  });
});

describe('the event log with filters', () => {
  it.each<[Query, string[]]>([
    [{ ad_group: 'shoes' }, ['f1', 'f2', 'f6', 'f7']],
    [{ ad_id: 'ad_2' }, ['f3', 'f4']],
    [{ ad_group: '' }, ['f5']],
    [{ campaign_contains: 'sPRING' }, ['f1', 'f2', 'f3', 'f4']],
    [{ campaign_contains: 'CAFÉ', ad_id: 'ad_3' }, ['f7']],
    [{ campaign_contains: '<script>' }, ['f6']],
    [{ campaign_contains: '.*' }, []],
    [{ campaign_contains: 'sale', campaign: 'brand' }, []],
  ])('lists for %j the events %j', async (query, ids) => {
    const { events } = await scene.log(advertiser, { from: '2026-09-01', to: '2026-11-22', ...query });
    expect(events.map(({ event_id }) => event_id).toSorted()).toEqual(ids);
  });

  it('every invalid filter of the event log is reported', async () => {
    const answer = await app.events.listEvents({
      query: { ad_group: 'x'.repeat(257), campaign_contains: '', ad_id: 'y'.repeat(257), event_type: '?' },
      headers: advertiser.headers,
    });
    expect((answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc[1])).toEqual([
      'ad_group',
      'ad_id',
      'event_type',
      'campaign_contains',
    ]);
  });
});
