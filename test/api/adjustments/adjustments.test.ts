import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { began, callsOf, scene } from './scene.ts';

const dayMs = 86_400_000;
const problemsOf = (answer: { body: unknown }) =>
  (answer.body as { detail: { type: string; loc: unknown[] }[] }).detail.map(({ type, loc }) => [type, loc.join('.')]);

describe('an adjustment', () => {
  it('follows the worked example: 70 after a refund, an older 85 is superseded, 0 after the cancellation', async () => {
    const { app, net, report, figures } = await scene();
    expect(await net('o1', 70, 10)).toMatchObject({
      value: '100.00',
      currency: 'EUR',
      net_value: '70.00',
      pending: false,
      superseded: false,
      adjustment: { net_value: '70.00', reason: 'refund' },
    });
    expect(await net('o1', 85, 5)).toMatchObject({ net_value: '70.00', superseded: true });
    expect(await net('o1', 0, 20, { reason: 'cancellation' })).toMatchObject({ net_value: '0.00' });
    await app.settle();
    expect(await figures()).toEqual(['ad_1 1 100.00 0.00 1 1']);
    expect((await report()).totals).toMatchObject([{ value: '100.00', net_value: '0.00', net_return: null }]);
    expect(await figures({ group_by: 'day', adjusted_on: 'adjustment' })).toEqual([
      '2026-11-21 1 100.00 70.00 0 0',
      '2026-11-22 0 0.00 -70.00 1 1',
    ]);
    expect(await figures({ group_by: 'day', time_basis: 'occurred' })).toEqual(['2026-11-21 1 100.00 0.00 1 1']);
  });

  it('that is repeated changes nothing, with its time and without', async () => {
    const { app, put, net, list, figures } = await scene();
    const first = bodyOf(await put('o1', { net_value: '70.00', reason: 'refund' }));
    app.world.clock.now += 1000;
    const again = bodyOf(await put('o1', { net_value: 70, reason: 'refund' }));
    const repeated_at = new Date(app.world.clock.now).toISOString();
    expect(again).toEqual({
      ...first,
      adjustment: { ...first.adjustment, repeated_at },
      unchanged: true,
    });
    await net('o1', 60, 1);
    expect(await net('o1', 60, 1)).toMatchObject({ unchanged: true, net_value: '60.00' });
    await app.settle();
    expect((await list('o1')).adjustments).toHaveLength(2);
    expect(await figures()).toEqual(['ad_1 1 100.00 60.00 1 0']);
  });

  it('that arrives after a repeat of a newer one, with a time before the repeat, is superseded in every order', async () => {
    const { app, put, order, list, withdraw, figures } = await scene();
    await order('o2');
    const cancelled = { net_value: 0, reason: 'cancellation' } as const;
    const late = async (event: string) => {
      const effective_at = new Date(began + 30 * 60_000).toISOString();
      return bodyOf(await put(event, { net_value: 60, reason: 'refund', effective_at }));
    };
    for (const event of ['o1', 'o2']) await put(event, { ...cancelled, effective_at: '2026-11-21T12:00:00Z' });
    app.world.clock.now += 3_600_000;
    expect(bodyOf(await put('o1', cancelled))).toMatchObject({ net_value: '0.00', unchanged: true });
    expect(await late('o2')).toMatchObject({ net_value: '60.00', superseded: false });
    expect(await late('o1')).toMatchObject({ net_value: '0.00', superseded: true });
    expect(bodyOf(await put('o2', cancelled))).toMatchObject({ net_value: '0.00', unchanged: false });
    const listed = async (event: string) => (await list(event)).adjustments.map(({ net_value, effective_at }) => [net_value, effective_at]);
    expect(await listed('o1')).toEqual(await listed('o2'));
    expect(await listed('o1')).toHaveLength(3);
    await app.settle();
    expect(await figures()).toEqual(['ad_1 2 200.00 0.00 2 2']);
    expect(bodyOf(await withdraw('o1'))).toMatchObject({ net_value: '60.00' });
  });

  it('that is repeated every night is one adjustment of its first day, and one withdrawal ends it', async () => {
    const { app, put, list, withdraw, figures } = await scene();
    const cancelled = { net_value: 0, reason: 'cancellation' } as const;
    for (let night = 0; night < 25; night++, app.world.clock.now += 3_600_000) await put('o1', cancelled);
    await app.settle();
    expect((await list('o1')).adjustments).toMatchObject([{ effective_at: new Date(began).toISOString() }]);
    expect(await figures({ group_by: 'day', adjusted_on: 'adjustment' })).toEqual(['2026-11-21 1 100.00 0.00 1 1']);
    expect(bodyOf(await withdraw('o1'))).toMatchObject({ net_value: '100.00', adjustments: [] });
  });

  it('of the same time as another: the lower net wins, whichever came first', async () => {
    const { order, net } = await scene();
    await order('o2');
    for (const [event, nets] of [
      ['o1', [70, 60]],
      ['o2', [60, 70]],
    ] as const) {
      for (const value of nets) await net(event, value, 1);
      expect(await net(event, 80, 0)).toMatchObject({ net_value: '60.00', superseded: true });
    }
  });

  it('before its event is pending, and applies when the event arrives', async () => {
    const { app, put, list, order, figures } = await scene();
    const answer = await put('o2', { net_value: 30, currency: 'EUR', reason: 'refund' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ pending: true, value: null, net_value: null, superseded: false });
    expect(await list('o2')).toMatchObject({ value: null, counted: null, pending: [{ net_value: '30.00' }] });
    app.world.clock.now += 89 * dayMs;
    expect((await order('o2', 50, { occurred_at: new Date(began).toISOString() })).status).toBe(202);
    await app.settle();
    expect(await list('o2')).toMatchObject({ value: '50.00', net_value: '30.00', pending: [] });
    expect(await figures()).toEqual(['ad_1 1 100.00 100.00 0 0']);
  });

  it('right after its event sees what was pending for it, before the stream has applied it', async () => {
    const { app, net, order, list } = await scene();
    await net('o2', 70, -1);
    await order('o2');
    expect(await net('o2', 85, -2)).toMatchObject({ net_value: '70.00', superseded: true });
    await net('o3', 10, -1, { currency: 'USD' });
    await order('o3');
    expect(await net('o3', 85, -2)).toMatchObject({ net_value: '85.00', superseded: false });
    await app.settle();
    expect(await list('o2')).toMatchObject({ net_value: '70.00', pending: [] });
    expect((await list('o3')).pending).toMatchObject([{ refused: 'currency_mismatch' }]);
  });

  it('that is pending ends after 90 days', async () => {
    const { app, put, list, order } = await scene();
    await put('o2', { net_value: 30, reason: 'refund' });
    app.world.clock.now += 90 * dayMs;
    await order('o2', 50);
    await app.settle();
    expect(await list('o2')).toMatchObject({ net_value: '50.00', adjustments: [], pending: [] });
  });

  it('in another currency than its event is refused, at once and when the event arrives', async () => {
    const { app, put, list, order } = await scene();
    const answer = await put('o1', { net_value: 30, currency: 'usd', reason: 'refund' });
    expect([answer.status, problemsOf(answer)]).toEqual([422, [['currency_mismatch', 'body.currency']]]);
    expect((await put('o2', { net_value: 30, currency: 'USD', reason: 'refund' })).status).toBe(202);
    await order('o2', 50);
    await app.settle();
    expect(await list('o2')).toMatchObject({
      net_value: '50.00',
      adjustments: [],
      pending: [{ net_value: '30.00', refused: 'currency_mismatch' }],
    });
  });

  it('of an event without a click shows once a late match counts the event', async () => {
    const { app, advertiser, net, figures } = await scene();
    const { send, land } = sceneOf(app);
    const sid = `s_${'x'.repeat(22)}`;
    await send(advertiser, { event_id: 'late', svc_click_id: sid, value: 20, currency: 'EUR' });
    await net('late', 5, 1);
    await app.settle();
    expect(await figures()).toEqual(['ad_1 1 100.00 100.00 0 0']);
    await land(advertiser.pixelKey, sid, 'utm_medium=cpc&utm_source=google&svc_campaign=spring&svc_ad_id=ad_2');
    await app.settle();
    expect(await figures()).toContain('ad_2 1 20.00 5.00 1 0');
  });

  it('above the gross is stored, with a warning', async () => {
    const { put } = await scene();
    const answer = await put('o1', { net_value: '100.01', reason: 'correction' });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { net_value: '100.01', warnings: [{ code: 'net_above_gross', fields: ['net_value'] }] },
    ]);
  });

  it('has every problem named, and stores nothing', async () => {
    const { put, list } = await scene();
    const answer = await put('o1', {
      net_value: '-1',
      currency: 'EURO',
      reason: 'gift',
      effective_at: 'yesterday',
      note: '',
      extra: 1,
    } as never);
    expect([answer.status, problemsOf(answer)]).toEqual([
      422,
      expect.arrayContaining([
        ['greater_than_equal', 'body.net_value'],
        ['string_pattern_mismatch', 'body.currency'],
        ['enum', 'body.reason'],
        ['datetime_parsing', 'body.effective_at'],
        ['string_too_short', 'body.note'],
        ['extra_forbidden', 'body.extra'],
      ]),
    ]);
    const ahead = new Date(began + dayMs + 1000).toISOString();
    for (const body of [{ net_value: '1000000000000.1' }, { effective_at: ahead }, { net_value: 'NaN' }])
      expect((await put('o1', { net_value: 1, reason: 'refund', ...body })).status).toBe(422);
    expect((await list('o1')).adjustments).toEqual([]);
  });

  it('is withdrawn by a second call: the one before decides again, then the gross', async () => {
    const { app, net, withdraw, figures } = await scene();
    const { adjustment } = await net('o1', 70, 1);
    const newest = await net('o1', 0, 2);
    const first = bodyOf(await withdraw('o1', newest.adjustment.adjustment_id));
    expect(first).toMatchObject({ net_value: '70.00', withdrawn: newest.adjustment });
    expect(bodyOf(await withdraw('o1', newest.adjustment.adjustment_id))).toMatchObject({
      net_value: '70.00',
      withdrawn: null,
    });
    await app.settle();
    expect(await figures()).toEqual(['ad_1 1 100.00 70.00 1 0']);
    expect(bodyOf(await withdraw('o1'))).toMatchObject({ net_value: '100.00', withdrawn: adjustment });
    expect(bodyOf(await withdraw('o1'))).toMatchObject({ withdrawn: null });
    await app.settle();
    expect(await figures()).toEqual(['ad_1 1 100.00 100.00 0 0']);
    expect((await withdraw('nobody')).status).toBe(404);
    await net('early', 3, 1);
    expect(bodyOf(await withdraw('early'))).toMatchObject({ withdrawn: { net_value: '3.00' }, pending: [] });
    expect((await withdraw('early')).status).toBe(404);
  });

  it('stays with the 20 newest of its event', async () => {
    const { net, list } = await scene();
    for (const hour of [...Array(22).keys()].reverse()) await net('o1', hour, hour - 30);
    const { adjustments, net_value } = await list('o1');
    expect([adjustments.length, net_value, adjustments.at(-1)?.net_value]).toEqual([20, '21.00', '2.00']);
  });
});

describe('a batch of adjustments', () => {
  it('stores all: 200, 202 if no event has arrived, 207 if some have', async () => {
    const { many, order, app, list } = await scene();
    await order('o2');
    await app.settle();
    const of = (...ids: string[]) => ids.map((event_id) => ({ event_id, net_value: 1, reason: 'refund' }));
    for (const [ids, status, pending] of [
      [['o1', 'o2'], 200, 0],
      [['p1', 'p2'], 202, 2],
      [['o1', 'p3'], 207, 1],
    ] as const) {
      const answer = await many(of(...ids));
      expect([answer.status, answer.body]).toMatchObject([status, { received: 2, pending }]);
    }
    expect(await list('o2')).toMatchObject({ net_value: '1.00' });
  });

  it('counts each of its adjustments for the limit, as JSON and as a file, and a single one counts once', async () => {
    const { app, many, put, advertiser } = await scene();
    const remaining = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const ids = ['p1', 'p2', 'p3', 'p4', 'p5'];
    const single = { net_value: 1, reason: 'refund' } as const;
    const before = remaining(await put('p0', single));
    const batch = await many(ids.map((event_id) => ({ event_id, ...single })));
    expect(before - remaining(batch)).toBe(5);
    const file = ['event_id,net_value,reason', ...ids.map((id) => `${id},2,refund`)].join('\n');
    const url = 'http://adtrail.local/api/v1/pixel/adjustments';
    const headers = { ...advertiser.key, 'content-type': 'text/csv' };
    const response = await app.send(new Request(url, { method: 'POST', headers, body: file }));
    expect(remaining(batch) - remaining(response)).toBe(5);
    expect(remaining(response) - remaining(await put('p9', single))).toBe(1);
  });

  it('with anything wrong stores nothing, and says all of it', async () => {
    const { many, order, list } = await scene();
    await order('o2');
    const one = { event_id: 'o1', net_value: 1, reason: 'refund' };
    const wrong = await many([one, { ...one, event_id: 'o2', currency: 'USD' }, { ...one, net_value: 2 }]);
    expect([wrong.status, problemsOf(wrong)]).toEqual([
      422,
      [
        ['effective_at_missing', 'body.adjustments.0.effective_at'],
        ['currency_mismatch', 'body.adjustments.1.currency'],
        ['effective_at_missing', 'body.adjustments.2.effective_at'],
      ],
    ]);
    expect((await many([])).status).toBe(422);
    expect((await many(Array(1001).fill(one))).status).toBe(422);
    expect((await list('o1')).adjustments).toEqual([]);
  });

  it('lists repeated events without a time beside problems of single adjustments', async () => {
    const { many } = await scene();
    const one = { event_id: 'o1', net_value: 1, reason: 'refund' };
    const wrong = await many([one, { ...one, event_id: 'o2', net_value: -1 }, { ...one, net_value: 2 }]);
    const missing = 'effective_at_missing';
    expect([wrong.status, problemsOf(wrong)]).toEqual([
      422,
      [
        ['greater_than_equal', 'body.adjustments.1.net_value'],
        [missing, 'body.adjustments.0.effective_at'],
        [missing, 'body.adjustments.2.effective_at'],
      ],
    ]);
  });

  it('can be a CSV file, whose problems are named by line', async () => {
    const { app, advertiser, list } = await scene();
    const send = async (file: string) => {
      const url = 'http://adtrail.local/api/v1/pixel/adjustments';
      const headers = { ...advertiser.key, 'content-type': 'text/csv' };
      const answer = await app.send(new Request(url, { method: 'POST', headers, body: file }));
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const good = await send(
      '\uFEFFEvent_ID;net_value;reason;effective_at;note\r\no1;70.50;refund;2026-11-21T15:00:00Z;"one; two"\r\n\r\no9;0;cancellation;;\r\n',
    );
    expect([good.status, good.body]).toMatchObject([207, { received: 2, pending: 1 }]);
    expect(await list('o1')).toMatchObject({ net_value: '70.50', adjustments: [{ note: 'one; two' }] });
    const bad = await send('event_id,net_value,reason\no1,-1,refund\no1,1,gift\n,1,refund,more\n');
    expect([bad.status, problemsOf(bad)]).toEqual([
      422,
      [
        ['greater_than_equal', 'body.line.2.net_value'],
        ['enum', 'body.line.3.reason'],
        ['extra_forbidden', 'body.line.4'],
        ['missing', 'body.line.4.event_id'],
        ['effective_at_missing', 'body.line.2.effective_at'],
        ['effective_at_missing', 'body.line.3.effective_at'],
      ],
    ]);
    const other = await send('event_id,amount\no1,1\n');
    expect([other.status, problemsOf(other)]).toEqual([
      422,
      [
        ['missing', 'body.net_value'],
        ['missing', 'body.reason'],
        ['extra_forbidden', 'body.column.2'],
      ],
    ]);
    for (const file of ['', 'event_id,net_value,reason\n', 'event_id,net_value,reason\n"o1,1,refund'])
      expect((await send(file)).status).toBe(422);
    expect((await list('o1')).adjustments).toHaveLength(1);
  });
});

describe('numbers, dates and IDs of a CSV file of adjustments', () => {
  const files: [string, unknown[], string?][] = [
    ['event_id,net_value,reason\no1,25.000,refund\n', [['ambiguous_number', 'body.line.2.net_value']]],
    ['event_id,net_value,reason,currency\no1,25.000,refund,JPY\n', [['currency_mismatch', 'body.line.2.currency']]],
    ['event_id;net_value;reason\no1;25,00;refund\n', [], '25.00'],
    ['event_id;net_value;reason\no1;25.000;refund\no9;1.234,56;refund\n', [], '25000.00'],
    ['event_id;net_value;reason\no1;25,00;refund\no9;1.50;refund\n', [['mixed_number_formats', 'body.net_value']]],
    ['event_id,net_value,reason\no1,"25,000",refund\n', [], '25000.00'],
    ['event_id;net_value;reason\no1;12,40 €;refund\n', [], '12.40'],
    ['event_id;net_value;reason\no1;EUR 12.40;refund\n', [], '12.40'],
    ['event_id,net_value,reason\no1,1e3,refund\n', [['float_type', 'body.line.2.net_value']]],
    ['event_id,net_value,reason\norder:5.15981E+12,1,refund\n', [['rounded_id', 'body.line.2.event_id']]],
    ['event_id;net_value;reason;effective_at\no1;7;refund;21.11.2026 15:00\n', [], '7.00'],
    ['event_id,net_value,reason,effective_at\no1,7,refund,11/21/2026\n', [], '7.00'],
    ['event_id,net_value,reason,effective_at\no1,7,refund,03/04/2026\n', [['ambiguous_date', 'body.line.2.effective_at']]],
  ];
  it.each(files)('%s', async (body, problems, net_value) => {
    const { app, advertiser, list } = await scene();
    const url = 'http://adtrail.local/api/v1/pixel/adjustments';
    const headers = { ...advertiser.key, 'content-type': 'text/csv' };
    const answer = await app.send(new Request(url, { method: 'POST', headers, body }));
    const answered = { status: answer.status, body: (await answer.json()) as unknown };
    if (problems.length > 0) {
      expect([answered.status, problemsOf(answered)]).toEqual([422, problems]);
      expect((await list('o1')).adjustments).toEqual([]);
    } else expect(await list('o1')).toMatchObject({ net_value });
  });
});

async function scopedKey(app: TestApp, headers: { authorization: string }) {
  const create = async (body: object) =>
    bodyOf(await app.keys.createKey({ body: { name: 'x', environment: 'live', ...body } as never, headers }));
  const pixel = await create({ kind: 'public' });
  const { key } = await create({ kind: 'secret', pixel_key: pixel.key });
  return { authorization: `Bearer ${key}` };
}

describe('an adjustment that waits for its event', () => {
  it('with another currency for the same time and net replaces the stored one, and applies', async () => {
    const { app, net, list, order } = await scene();
    await net('o5', 30, 1, { currency: 'USD' });
    await net('o5', 30, 1, { currency: 'EUR' });
    expect((await list('o5')).pending).toHaveLength(1);
    await order('o5');
    await app.settle();
    expect(await list('o5')).toMatchObject({ net_value: '30.00', pending: [] });
  });

  it('has its own time, and is no repeat, when the arrival of another currency has the same time', async () => {
    const { app, put, list, withdraw } = await scene();
    const refund = { net_value: 60, reason: 'refund' as const };
    const stated = async (event: string, ...bodies: object[]) => {
      for (const body of bodies) await put(event, { ...refund, ...body });
    };
    await stated('o5', {});
    await stated('o6', {});
    app.world.clock.now += 60_000;
    const ownTime = { effective_at: new Date(app.world.clock.now).toISOString(), currency: 'EUR' };
    await stated('o5', ownTime, {});
    await stated('o6', {}, ownTime);
    for (const event of ['o5', 'o6']) {
      expect((await list(event)).pending).toHaveLength(2);
      await withdraw(event);
      expect((await list(event)).pending).toMatchObject([{ net_value: '60.00' }]);
    }
  });

  it('that repeats another one of the same time with a currency needs that currency', async () => {
    const { app, put, list, order } = await scene();
    const refund = { net_value: 60, reason: 'refund' as const };
    await put('o5', refund);
    app.world.clock.now += 60_000;
    await put('o5', refund);
    await put('o5', {
      ...refund,
      effective_at: new Date(app.world.clock.now).toISOString(),
      currency: 'USD',
    });
    await order('o5');
    await app.settle();
    expect((await list('o5')).pending).toMatchObject([{ refused: 'currency_mismatch' }]);
  });

  it('is applied by its own record when the request that stored it died before it looked for the event', async () => {
    const { app, advertiser, list } = await scene();
    const { world } = app;
    const table = tableAt(`${world.prefix}attribution`, testDynamo(), async () => {});
    const name = { accountId: advertiser.id, environment: 'live' as const, eventId: 'o1' };
    const at = new Date(world.clock.now).toISOString();
    const by = { kind: 'key' as const, id: 'k' };
    await adjustmentsIn(table, { now: () => world.clock.now }).setPending(name, null, [
      { id: 'adj_1', net: '40', reason: 'refund', effectiveAt: at, at, by },
    ]);
    await app.settle();
    expect(await list('o1')).toMatchObject({ net_value: '40.00', pending: [] });
  });
});

describe('who may adjust', () => {
  it('a key has its own environment, a person names it, and a linked manager adjusts for a client', async () => {
    const { app, advertiser, put, list } = await scene();
    const headers = await app.signIn(advertiser.id);
    const body = { net_value: 1, reason: 'refund' as const };
    expect((await put('o1', body, { query: { environment: 'test' } })).status).toBe(403);
    expect((await put('o1', body, { headers, query: { environment: 'test' } })).status).toBe(202);
    expect((await put('o1', { ...body, net_value: 2 }, { headers })).body).toMatchObject({
      environment: 'live',
      net_value: '2.00',
      adjustment: { adjusted_by: { kind: 'user', id: String(advertiser.id) } },
    });
    const manager = await newUser(app);
    const asManager = {
      params: { event_id: 'o1' },
      body: { ...body, net_value: 3 },
      headers: manager.headers,
    };
    const ofClient = { query: { client_user_id: advertiser.id } as never };
    expect((await app.adjustments.adjustEvent({ ...asManager, ...ofClient })).status).toBe(403);
    const linked = { manager_user_id: manager.id, client_user_id: advertiser.id };
    app.world.clock.now += 1000;
    bodyOf(await app.operators.linkManagedClient({ body: linked, headers: operator }));
    expect((await app.adjustments.adjustEvent({ ...asManager, ...ofClient })).body).toMatchObject({
      net_value: '3.00',
      adjustment: { adjusted_by: { kind: 'user', id: String(manager.id) } },
    });
    expect((await list('o1')).adjustments).toHaveLength(2);
  });

  it('a key of one pixel adjusts no events of another pixel, also when they arrive later', async () => {
    const { app, advertiser, order, put, list } = await scene();
    const headers = await app.signIn(advertiser.id);
    const key = await scopedKey(app, headers);
    const body = { net_value: 1, reason: 'refund' as const, note: 'Written by a person' };
    expect((await put('o1', body, { headers: key })).status).toBe(403);
    expect((await put('o2', body, { headers: key })).status).toBe(202);
    await order('o2');
    await app.settle();
    expect(await list('o2')).toMatchObject({
      net_value: '100.00',
      adjustments: [],
      pending: [{ refused: 'click_id_out_of_scope' }],
    });
    expect((await list('o2')).pending[0]).not.toHaveProperty('note');
  });

  it('a key of one pixel neither sees nor withdraws what others left for an event that has not arrived', async () => {
    const { app, advertiser, put, list, withdraw } = await scene();
    const headers = await app.signIn(advertiser.id);
    const key = await scopedKey(app, headers);
    await put('o9', { net_value: 1, reason: 'refund', note: 'Broken' });
    const missing = { params: { event_id: 'o9' }, query: {}, headers: key };
    expect((await app.adjustments.listAdjustments(missing)).status).toBe(404);
    expect((await withdraw('o9', undefined, { headers: key })).status).toBe(404);
    expect((await list('o9')).pending).toHaveLength(1);
    bodyOf(await put('o9', { net_value: 2, reason: 'refund' }, { headers: key }));
    expect((await list('o9', { headers: key })).pending).toMatchObject([{ net_value: '2.00' }]);
    expect((await list('o9')).pending).toHaveLength(2);
    expect((await withdraw('o9', undefined, { headers: key })).body).toMatchObject({
      withdrawn: { net_value: '2.00' },
    });
    expect((await list('o9')).pending).toMatchObject([{ net_value: '1.00', note: 'Broken' }]);
  });

  it('a key of one pixel adjusts no event that the key of another pixel sent, though no click is known', async () => {
    const { app, advertiser, put } = await scene();
    const headers = await app.signIn(advertiser.id);
    const [own, other] = [await scopedKey(app, headers), await scopedKey(app, headers)];
    const event = {
      event_type: 'order_created',
      event_id: 'o7',
      svc_click_id: 'Unknown-click-1',
      value: 10,
      currency: 'EUR',
    };
    expect((await app.conversions.sendConversion({ body: event, headers: own })).status).toBe(202);
    const body = { net_value: 0, reason: 'refund' as const };
    expect((await put('o7', body, { headers: other })).status).toBe(403);
    expect((await put('o7', body, { headers: own })).status).toBe(200);
  });

  it('the activity log has one entry of a request, with the key', async () => {
    const { app, advertiser, many, withdraw } = await scene();
    await many(['o1', 'p1', 'p2'].map((event_id) => ({ event_id, net_value: 1, reason: 'refund' })));
    await many(['o1', 'p1', 'p2'].map((event_id) => ({ event_id, net_value: 1, reason: 'refund' })));
    app.world.clock.now += 1000;
    await withdraw('o1');
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const { entries } = bodyOf(await app.activity.listActivity({ query: {}, headers }));
    const adjustmentEntries = entries.filter(({ type }) => type === 'events_adjusted' || type === 'adjustment_withdrawn');
    expect(adjustmentEntries.map(({ type, actor, details }) => [type, actor.kind, details.adjustments])).toEqual([
      ['adjustment_withdrawn', 'key', undefined],
      ['events_adjusted', 'key', 3],
    ]);
  });
});

it('an erased event keeps its net, and loses the notes', async () => {
  const { app, advertiser, sid, net, list, figures } = await scene();
  await net('o1', 70, 1, { note: 'Ada did not like the colour' });
  await app.settle();
  const headers = await app.signIn(advertiser.id);
  bodyOf(await app.privacy.erase({ body: { svc_click_id: sid }, query: {}, headers } as never));
  await app.settle();
  const { adjustments, net_value } = await list('o1');
  expect([net_value, adjustments[0]?.note]).toEqual(['70.00', undefined]);
  await net('o1', 60, 2, { note: 'again' });
  await app.settle();
  expect(await list('o1')).toMatchObject({ net_value: '60.00' });
  expect((await list('o1')).adjustments.flatMap(({ note }) => note ?? [])).toEqual([]);
  expect(await figures()).toEqual(['ad_1 1 100.00 60.00 1 0']);
});

it('adjustments change no answer, receipt field, total or funnel of before', async () => {
  const { app, advertiser, order, net, many } = await scene();
  const { receipt, rows } = sceneOf(app);
  const headers = await app.signIn(advertiser.id);
  const before = async () => {
    const log = bodyOf(await app.events.listEvents({ query: {}, headers }));
    const totals = await rows(advertiser);
    const funnel = bodyOf(await app.reports.reportFunnel({ query: {} as never, headers }));
    const { as_of: _, ...counts } = funnel as { as_of?: string };
    const retry = (await order('o1')).body;
    const { rows: performance } = await callsOf(app, advertiser).report();
    return {
      log: log.events.filter(({ outcome }) => outcome !== 'duplicate'),
      totals,
      retry,
      receipt: await receipt(advertiser, 'o1'),
      performance: performance.map(({ net_value: _n, adjusted: _a, voided: _v, net_return: _r, ...rest }) => rest),
      counts: JSON.stringify(counts).replaceAll(/"duplicates?":\d+/g, ''),
    };
  };
  await order('o1');
  await app.settle();
  const first = await before();
  await net('o1', 70, 1);
  await many([{ event_id: 'o1', net_value: 0, reason: 'test', effective_at: '2026-11-21T20:00:00Z' }]);
  await app.settle();
  const second = await before();
  expect(second).toEqual({
    ...first,
    receipt: { ...second.receipt, ...first.receipt },
    counts: second.counts,
  });
  expect(Object.keys(second.receipt)).toEqual(expect.arrayContaining(Object.keys(first.receipt)));
});
