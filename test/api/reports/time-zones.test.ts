import fc from 'fast-check';
import { quarterOf, reportDays } from '#shared/values/quarter-hours.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
  const sid = await advertiser.click();
  for (const [i, occurred_at] of [
    '2026-11-18T18:14:59.999Z',
    '2026-11-18T18:15:00Z',
    '2026-11-18T18:29:59Z',
    '2026-11-18T18:30:00Z',
    '2026-11-18T23:59:59Z',
    '2026-11-19T00:00:00Z',
    '2026-11-19T04:59:59Z',
    '2026-11-19T05:00:00Z',
    '2026-11-19T10:15:00Z',
  ].entries())
    await scene.send(advertiser, { event_id: `z${i}`, value: 1.1, svc_click_id: sid, occurred_at });
  await app.settle();
});

const byDay = async (query: object) => {
  const answer = await app.reports.reportConversions({
    query: { group_by: 'day', from: '2026-11-17', to: '2026-11-20', ...query },
    headers: advertiser.headers,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.rows.map(({ day, count, value }) => `${day} ${count} ${value}`);
};

describe('a report in a time zone', () => {
  it.each([
    ['UTC', ['2026-11-18 5 5.50', '2026-11-19 4 4.40']],
    // The zone is UTC+5:30.
    ['Asia/Kolkata', ['2026-11-18 3 3.30', '2026-11-19 6 6.60']],
    // The zone is UTC+5:45.
    ['Asia/Kathmandu', ['2026-11-18 1 1.10', '2026-11-19 8 8.80']],
    // The zone is UTC-5.
    ['America/New_York', ['2026-11-18 7 7.70', '2026-11-19 2 2.20']],
    // In summer, UTC+13:45 has midnight at 10:15 UTC.
    ['Pacific/Chatham', ['2026-11-19 8 8.80', '2026-11-20 1 1.10']],
  ])('a report in a time zone cuts days in %s', async (time_zone, rows) => {
    expect(await byDay({ time_zone })).toEqual(rows);
  });

  it('a report in a time zone has exactly the requested days', async () => {
    const zone = { time_zone: 'Asia/Kolkata' };
    expect(await byDay({ ...zone, from: '2026-11-19', to: '2026-11-19' })).toEqual(['2026-11-19 6 6.60']);
    expect(await byDay({ ...zone, from: '2026-11-18', to: '2026-11-18' })).toEqual(['2026-11-18 3 3.30']);
    const answer = await app.reports.reportConversions({
      query: { ...zone, group_by: 'campaign', from: '2026-11-18', to: '2026-11-18' },
      headers: advertiser.headers,
    });
    expect(answer.body).toMatchObject({
      time_zone: 'Asia/Kolkata',
      rows: [{ campaign: 'spring', count: 3, value: '3.30' }],
    });
  });

  it("a report in a time zone ends with the zone's today", async () => {
    const { clock } = app.world;
    const now = clock.now;
    clock.now = Date.parse('2026-11-21T19:00:00Z');
    const answer = await app.reports.reportConversions({
      query: { time_zone: 'Asia/Kolkata' },
      headers: await app.signIn(advertiser.id),
    });
    expect(answer.body).toMatchObject({ from: '2026-10-23', to: '2026-11-22' });
    clock.now = now;
  });

  it.each(['+05:30', 'Mars/Olympus', '', 'UTC+5'])('a report in the zone %j is refused', async (time_zone) => {
    const answer = await app.reports.reportConversions({
      query: { time_zone },
      headers: advertiser.headers,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'time_zone'] }] },
    });
  });

  it('a report in UTC reads one item per cell', async () => {
    app.calls.length = 0;
    await byDay({});
    expect(app.calls.filter(({ operation }) => operation === 'Query')).toHaveLength(1);
  });
});

describe('other reads in a time zone', () => {
  it('the log lists events that arrived on the days of the zone, page by page', async () => {
    const world = await startApp(await newWorld());
    const own = sceneOf(world);
    const owner = await newAdvertiser(world);
    const arrivals = ['17:00', '18:20', '18:29:59', '18:30', '20:00', '23:59'];
    for (const [i, time] of arrivals.entries()) {
      world.world.clock.now = Date.parse(`2026-11-18T${time}${time.length > 5 ? '' : ':00'}Z`);
      await own.send(owner, { event_id: `a${i}` });
    }
    world.world.clock.now = Date.parse('2026-11-19T18:30:00Z');
    await own.send(owner, { event_id: 'next' });
    await world.settle();
    const query = { time_zone: 'Asia/Kolkata', from: '2026-11-19', to: '2026-11-19' };
    const ids = (page: { events: { event_id?: string | undefined }[] }) => page.events.map(({ event_id }) => event_id);
    expect(ids(await own.log(owner, query))).toEqual(['a5', 'a4', 'a3']);
    expect(ids(await own.log(owner, { ...query, from: '2026-11-18', to: '2026-11-18' }))).toEqual(['a2', 'a1', 'a0']);
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await own.log(owner, { ...query, limit: 1, ...(cursor && { cursor }) });
      found.push(...ids(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(['a5', 'a4', 'a3']);
  });

  it('the funnel counts sessions on the days of the zone', async () => {
    const world = await startApp(await newWorld());
    const owner = await newAdvertiser(world);
    for (const at of ['2026-11-18T18:29:00Z', '2026-11-18T18:30:00Z', '2026-11-19T18:29:00Z']) {
      world.world.clock.now = Date.parse(at);
      await owner.click();
    }
    await world.settle();
    const answer = await world.reports.reportFunnel({
      query: { time_zone: 'Asia/Kolkata', from: '2026-11-19', to: '2026-11-19' },
      headers: await world.signIn(owner.id),
    });
    expect(answer.body).toMatchObject({ steps: [{ step: 'sessions', count: 2 }, {}, {}, {}, {}] });
  });

  it('the funnel compares a day of the zone once it is over there', async () => {
    const world = await startApp(await newWorld());
    const owner = await newAdvertiser(world);
    const zone = 'America/New_York';
    for (let day = 10; day < 20; day++) {
      world.world.clock.now = Date.parse(`2026-11-${day}T17:00:00Z`);
      const items = Array.from({ length: 40 }, (_, i) => ({ id: `${day}-${i}`, type: 'order_created' }));
      expect((await sceneOf(world).batch(owner, items)).status).toBe(202);
    }
    await world.settle();
    const stops = async (now: string, time_zone: string) => {
      world.world.clock.now = Date.parse(now);
      const answer = await world.reports.reportFunnel({
        query: { time_zone, from: '2026-11-10', to: '2026-11-20' },
        headers: await world.signIn(owner.id),
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.findings.filter(({ code }) => code === 'tracking_stopped' || code === 'real_drop').length;
    };
    expect(await stops('2026-11-21T04:59:59Z', zone)).toBe(0);
    expect(await stops('2026-11-21T04:59:59Z', 'UTC')).toBe(1);
    expect(await stops('2026-11-21T05:00:00Z', zone)).toBe(1);
    expect(await stops('2026-11-20T18:29:59Z', 'Asia/Kolkata')).toBe(0);
    expect(await stops('2026-11-20T18:30:00Z', 'Asia/Kolkata')).toBe(1);
    expect(await stops('2026-11-20T18:30:00Z', 'UTC')).toBe(0);
  });

  it('the receipt has the booked day of an event', async () => {
    const booked = async (time_zone?: string) => {
      const answer = await app.events.readConversion({
        params: { event_id: 'z3' },
        query: { ...(time_zone && { time_zone }) },
        headers: advertiser.headers,
      });
      return (answer.body as { booked_on?: string }).booked_on;
    };
    expect([await booked(), await booked('Asia/Kolkata')]).toEqual(['2026-11-18', '2026-11-19']);
  });
});

describe('the quarter hours of a report', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  it("a quarter hour belongs to the zone's day, in every zone, over changes of the clocks", () => {
    const instant = fc.date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, at) => {
        const day = dayIn(zone, at.getTime());
        const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
        const days = reportDays(before, day, zone);
        const iso = at.toISOString();
        const utcDay = iso.slice(0, 10);
        expect(days.dayOfQuarter(utcDay, quarterOf(iso))).toBe(day);
        expect(days.includes(iso)).toBe(true);
        expect(utcDay >= days.firstUtcDay && utcDay <= days.lastUtcDay).toBe(true);
        const whole = days.wholeDay(utcDay);
        if (whole !== null) expect(whole).toBe(day);
      }),
      { numRuns: 500 },
    );
  });
});
