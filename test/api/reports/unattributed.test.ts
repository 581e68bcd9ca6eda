import fc from 'fast-check';
import { unattributedOf } from '#shared/funnels/rules/unattributed.ts';
import { type Advertiser, newSid, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});

type Query = Parameters<TestApp['reports']['reportFunnel']>[0]['query'];
async function report(query: Query = {}) {
  await app.settle();
  const answer = await app.reports.reportFunnel({ query, headers: advertiser.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.quality.unattributed;
}
const brief = async (query: Query = {}) =>
  (await report(query)).map(({ reason, count, values }) =>
    [`${reason} ${count}`, ...values.map((one) => `${one.currency} ${one.count} ${one.value}`)].join(' | '),
  );
async function listed(logUrl: string | null) {
  const query: Record<string, string> = Object.fromEntries(new URL(logUrl ?? '', 'http://service.invalid').searchParams);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await scene.log(advertiser, { ...query, limit: '2', ...(cursor && { cursor }) });
    ids.push(...page.events.map(({ event_id }) => event_id ?? ''));
    cursor = page.next_cursor;
  }
  return ids.sort();
}

async function traffic() {
  const organic = await advertiser.click('ref=organic');
  const late = newSid();
  await scene.send(advertiser, { event_id: 'u1', value: '10.10', currency: 'EUR' });
  await scene.send(advertiser, { event_id: 'u2', value: '0.20', currency: 'EUR' });
  await scene.send(advertiser, { event_id: 'u3', value: 5 });
  await scene.send(advertiser, { event_id: 'u4' });
  await scene.send(advertiser, { event_id: 'l1', value: '7.77', currency: 'EUR', svc_click_id: late });
  await scene.send(advertiser, { event_id: 'o1', value: '3.30', svc_click_id: organic });
  await scene.send(advertiser, { event_id: 'k1', value: 99, svc_click_id: await advertiser.click() });
  return { late };
}
const before = ['unknown_svc_click_id 5 | EUR 3 18.07 | USD 1 5.00', 'no_ad_click 1 | USD 1 3.30'];
const after = ['unknown_svc_click_id 4 | EUR 2 10.30 | USD 1 5.00', 'no_ad_click 1 | USD 1 3.30'];

describe('the value of unattributed events', () => {
  it('unattributed value is by reason and currency, and a late click takes its event away', async () => {
    const { late } = await traffic();
    expect(await brief()).toEqual(before);
    await scene.land(advertiser.pixelKey, late);
    expect(await brief()).toEqual(after);
  });

  it('unattributed value belongs to exactly the events of its log link', async () => {
    const { late } = await traffic();
    await scene.land(advertiser.pixelKey, late);
    const [unknown, organic] = await report();
    expect(await listed(unknown?.log_url ?? null)).toEqual(['u1', 'u2', 'u3', 'u4']);
    expect(await listed(organic?.log_url ?? null)).toEqual(['o1']);
    const all = await scene.log(advertiser, { reason: 'unknown_svc_click_id' });
    expect(all.events.map(({ event_id }) => event_id).sort()).toEqual(['l1', 'u1', 'u2', 'u3', 'u4']);
    const refused = await app.events.listEvents({
      query: { reason: 'bad_luck' as never },
      headers: advertiser.headers,
    });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'reason'] }] } });
  });

  it('unattributed value is the same after a recount and after an erasure', async () => {
    const { late } = await traffic();
    await scene.land(advertiser.pixelKey, late);
    await app.settle();
    await app.operators.recount({
      body: { user_id: advertiser.id, from: '2026-01-01', to: '2026-12-31' },
      headers: { 'x-svc-dev-token': operatorToken },
    });
    await app.work('recount');
    expect(await brief()).toEqual(after);
    await app.privacy.erase({ body: { svc_click_id: late } as never, headers: advertiser.headers });
    await app.settle();
    expect(await brief()).toEqual(after);
  });

  it('unattributed value belongs to the pixel of the sending key, even after a late click of another pixel', async () => {
    const own = await advertiser.issue({ name: 'Second', kind: 'public', environment: 'live' });
    const scoped = await advertiser.issue({
      name: 'Scoped',
      kind: 'secret',
      environment: 'live',
      pixel_key: own.key,
    } as never);
    const late = newSid();
    const key = { authorization: `Bearer ${scoped.key}` };
    await scene.send(advertiser, { event_id: 's1', value: 4 }, key);
    await scene.send(advertiser, { event_id: 's2', value: 8, svc_click_id: late }, key);
    await scene.send(advertiser, { event_id: 'w1', value: 16, svc_click_id: newSid() });
    expect(await brief({ pixel_key: own.key })).toEqual(['unknown_svc_click_id 2 | USD 2 12.00']);
    await scene.land(own.key, late);
    expect(await brief({ pixel_key: own.key })).toEqual(['unknown_svc_click_id 1 | USD 1 4.00']);
    expect(await brief({ pixel_key: advertiser.pixelKey })).toEqual([]);
    expect(await brief()).toEqual(['unknown_svc_click_id 2 | USD 2 20.00']);
  });

  it('unattributed value uses the days of a time zone, to the quarter hour', async () => {
    app.world.clock.now = Date.parse('2026-11-20T18:29:00Z');
    await scene.send(advertiser, { event_id: 'z1', value: '1.5' });
    app.world.clock.now = Date.parse('2026-11-20T18:31:00Z');
    await scene.send(advertiser, { event_id: 'z2', value: '2.25' });
    // Midnight in Kolkata is 18:30 UTC.
    const on = (day: string) => brief({ from: day, to: day, time_zone: 'Asia/Kolkata' });
    expect(await on('2026-11-20')).toEqual(['unknown_svc_click_id 1 | USD 1 1.50']);
    expect(await on('2026-11-21')).toEqual(['unknown_svc_click_id 1 | USD 1 2.25']);
  });

  it('unattributed value costs no further write', async () => {
    const writes = async (fields: object) => {
      await scene.send(advertiser, fields);
      const from = app.calls.length;
      await app.settle();
      return app.calls.slice(from).filter(({ operation }) => operation !== 'GetItem' && operation !== 'Query').length;
    };
    await writes({ event_id: 'w0', value: 1, svc_click_id: newSid() });
    const reason = { svc_click_id: newSid(), currency: 'USD' };
    const withValue = await writes({ event_id: 'w1', value: 1, ...reason });
    expect(await writes({ event_id: 'w2', value: 0, ...reason })).toBe(withValue - 1);
  });

  it('unattributed value is never negative, in any order of match and arrival', () => {
    const details = ['no_ad_click', 'no_ad_click/USD', 'order_created|no_ad_click', 'no_click_id/EUR', 'matched'];
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            metric: fc.constantFrom('outcome' as const, 'earned_late' as const),
            detail: fc.constantFrom(...details),
            count: fc.integer({ min: 1, max: 9 }),
            day: fc.constant('2026-11-20'),
            value: fc.option(fc.constantFrom('0.1', '3', '12.34'), { nil: undefined }),
          }),
        ),
        (counters) => {
          const rows = unattributedOf(counters.map(({ value, ...one }) => ({ ...one, ...(value !== undefined && { value }) })));
          for (const { count, values } of rows) {
            expect(count).toBeGreaterThan(0);
            for (const one of values) expect(one.value).toMatch(/^\d+(\.\d+)?$/);
          }
        },
      ),
    );
  });
});
