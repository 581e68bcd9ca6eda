// Slow: it tries many faults.
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { partsOfStored } from '#shared/reports/rules/recounts.ts';
import { byMatchWay, cellsOf, timeBases } from '#shared/reports/rules/totals.ts';
import { tableAt } from '#shared/store/table.ts';
import { addDecimals } from '#shared/values/decimal.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import { dayMs, depsOf, newSid, sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { isNight } from '#test/kit/tier.ts';

const operator = { 'x-svc-dev-token': operatorToken };
const worker = 'conversion-totals';
type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});

const tableOf = ({ world }: TestApp) => tableAt(`${world.prefix}attribution`, testDynamo());

async function order(accountId: number, from = '2026-01-01', to = '2026-12-31') {
  const answer = await app.operators.recount({
    body: { user_id: accountId, from, to },
    headers: operator,
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
async function recount(accountId: number, from?: string, to?: string) {
  const { task_id } = await order(accountId, from, to);
  await app.work('recount');
  const answer = await app.operators.readTask({ params: { task_id }, headers: operator });
  if (answer.status !== 200) throw new Error();
  return answer.body;
}

const storedEvents = async (accountId: number) =>
  (await allItems(app.world)).filter((item) => item.kind === 'conversion' && item.accountId === accountId) as unknown as Conversion[];

async function storedCells(accountId: number): Promise<string[]> {
  const events = await storedEvents(accountId);
  const amounts = events.flatMap((event) =>
    cellsOf(event).map(({ cell, at }) => ({
      id: inOrder({ ...cell, matched_by: event.matchedBy ?? 'svc_click_id' }),
      quarter: quarterOf(at),
      value: event.value,
    })),
  );
  return asText(amounts.map((one) => ({ ...one, count: 1 })));
}
async function totalCells(accountId: number): Promise<string[]> {
  const { totals } = depsOf(app);
  const amounts: { id: string; quarter: number; count: number; value: string }[] = [];
  for (const environment of ['live', 'test'] as const)
    for (const basis of timeBases) {
      const cells = await Array.fromAsync(totals.between(accountId, environment, basis, '0001-01-01', '9999-12-31'));
      for (const { count, value, newest, quarters, byUser: _, ...cell } of byMatchWay(cells)) {
        expect(newest).toMatch(/^2026/);
        const parts = [...quarters.values()];
        expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
        expect(parts.map((part) => part.value).reduce(addDecimals)).toBe(value);
        for (const [quarter, part] of quarters) amounts.push({ id: inOrder(cell), quarter, ...part });
      }
    }
  return asText(amounts);
}
const isOfEvents = (name: string) => !/^(session|rejected|duplicate|same_sale|untagged|macro)/.test(name);
const countedActivity = async (advertiser: Advertiser, environment: 'live' | 'test') =>
  Object.fromEntries(Object.entries(await scene.activity(advertiser, environment)).filter(([name]) => isOfEvents(name)));
async function storedActivity(accountId: number, environment: 'live' | 'test') {
  const sums: Record<string, number> = {};
  for (const event of await storedEvents(accountId))
    if (event.environment === environment)
      for (const { activity } of partsOfStored(event))
        for (const item of activity) {
          const detail = 'detail' in item ? item.detail : item.detailOf(item.name);
          const name = `${item.metric} ${detail}`.trim();
          sums[name] = (sums[name] ?? 0) + 1;
        }
  return sums;
}
const inOrder = (cell: object) => JSON.stringify(Object.entries(cell).sort(([a], [b]) => (a < b ? -1 : 1)));
function asText(amounts: { id: string; quarter: number; count: number; value: string }[]): string[] {
  const groups = Map.groupBy(amounts, ({ id, quarter }) => `${id} ${quarter}`);
  return [...groups]
    .map(([id, some]) => {
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return `${id} ${count} ${some.map(({ value }) => value).reduce(addDecimals)}`;
    })
    .sort();
}

async function spoil(accountId: number, wanted: (item: { pk: string; sk: string }) => boolean = () => true) {
  const own = new RegExp(`^(TOTALS|ACTIVITY|LOG|CLICK|EXTUSER)#${accountId}#`);
  for (const { pk, sk } of await allItems(app.world)) if (own.test(pk) && wanted({ pk, sk })) await tableOf(app).remove({ pk, sk });
}

const deliver = async (records: Awaited<ReturnType<typeof history>>, shard = 'shard-1') =>
  app.consumers[worker](app.world.streams.eventOf(worker, records, shard), {} as Context);
const history = () => app.world.streams.peek(worker);

describe('a recount', () => {
  it('a recount rebuilds totals, counters, log and indexes from stored events', async () => {
    const advertiser = await newAdvertiser(app);
    const late = newSid();
    const known = await advertiser.click();
    await scene.send(advertiser, { event_id: 'k1', svc_click_id: known, value: 0.1, external_user_id: 'u1' });
    await scene.send(advertiser, { event_id: 'k2', svc_click_id: known, value: 0.2, currency: 'EUR' });
    await scene.send(advertiser, { event_id: 'l1', svc_click_id: late, value: '1.00000000000000000005' });
    await app.settle();
    await scene.land(advertiser.pixelKey, late);
    await scene.send(advertiser, { event_id: 'k1', svc_click_id: known, value: 99 });
    await scene.send(advertiser, { event_id: 'r1', event_type: 'Bad type' });
    const test = await advertiser.issue({ name: 't', kind: 'secret', environment: 'test' });
    await scene.send(advertiser, { event_id: 't1', svc_click_id: 's_none', value: 7 }, { authorization: `Bearer ${test.key}` });
    await app.settle();
    const shown = async () => ({
      rows: await scene.rows(advertiser, 'campaign,event_type'),
      log: (await scene.log(advertiser)).events,
      activity: await scene.activity(advertiser),
      inTest: await scene.activity(advertiser, 'test'),
      cells: await totalCells(advertiser.id),
    });
    const before = await shown();
    expect(before.rows).toHaveLength(2);
    expect(before.cells).toEqual(await storedCells(advertiser.id));

    for (const isSpoilt of [true, false, true]) {
      if (isSpoilt) {
        await spoil(advertiser.id, ({ pk, sk }) => !pk.startsWith('LOG') || /#[ac]_/.test(sk));
        expect(await scene.rows(advertiser)).toEqual([]);
      }
      expect(await recount(advertiser.id)).toMatchObject({ status: 'completed', counts: { events: 4 } });
      const after = await shown();
      const eventsOnly = ({ activity, ...rest }: typeof before) => ({
        ...rest,
        activity: Object.fromEntries(Object.entries(activity).filter(([name]) => isOfEvents(name))),
      });
      expect(eventsOnly(after)).toEqual(eventsOnly(before));
    }
    const old = (await allItems(app.world)).filter(({ pk }) => new RegExp(`^TOTALS#${advertiser.id}#[a-z#]+(#g[12])?$`).test(pk));
    expect(old).toEqual([]);
    const erased = await app.privacy.erase({
      body: { external_user_id: 'u1' },
      headers: advertiser.headers,
    });
    expect(erased.body).toMatchObject({ erased_events: 2 });
  });

  it('a recount separates revenue of users alone, also in earlier totals', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    await scene.send(advertiser, { event_id: 'k1', svc_click_id: sid, value: 5, external_user_id: 'u1' });
    await app.settle();
    await scene.send(advertiser, { event_id: 'i1', value: 0.5, external_user_id: 'u1' });
    await scene.attributeIdentity(advertiser, 'answer');
    await scene.send(advertiser, { event_id: 'i2', value: 0.25, external_user_id: 'u1' });
    await app.settle();
    const rows = await scene.rows(advertiser, 'campaign,matched_by');
    expect(rows).toMatchObject([
      { matched_by: 'external_user_id', count: 2, value: '0.75' },
      { matched_by: 'svc_click_id', count: 1, value: '5.00' },
    ]);
    const table = tableOf(app);
    for (const { pk, sk, ...item } of await allItems(app.world))
      if (pk.startsWith(`TOTALS#${advertiser.id}#`)) {
        const ofUsers = Object.keys(item).filter((name) => /^(user[CV]|u[nv]\d)/.test(name));
        await table.update({ key: { pk, sk }, update: `REMOVE ${ofUsers.join(', ')}` });
      }
    expect(await scene.rows(advertiser, 'campaign,matched_by')).toMatchObject([{ matched_by: 'svc_click_id', count: 3, value: '5.75' }]);
    await recount(advertiser.id);
    expect(await scene.rows(advertiser, 'campaign,matched_by')).toEqual(rows);
    expect(await totalCells(advertiser.id)).toEqual(await storedCells(advertiser.id));
  });

  it('a recount of some days leaves other days unchanged', async () => {
    const advertiser = await newAdvertiser(app);
    const sid = await advertiser.click();
    for (const [id, day] of [
      ['a', '2026-11-18'],
      ['b', '2026-11-19'],
      ['c', '2026-11-20'],
    ])
      await scene.send(advertiser, {
        event_id: id,
        svc_click_id: sid,
        value: 1,
        occurred_at: `${day}T10:00:00Z`,
      });
    await app.settle();
    const table = tableOf(app);
    for (const item of await allItems(app.world))
      if (item.pk === `TOTALS#${advertiser.id}#occurred`)
        await table.update({
          key: { pk: item.pk, sk: item.sk },
          update: 'SET #count = :wrong',
          names: { '#count': 'count' },
          values: { ':wrong': 50 },
        });
    await recount(advertiser.id, '2026-11-19', '2026-11-19');
    const rows = await scene.rows(advertiser, 'day');
    expect(rows.map(({ day, count }) => [day, count])).toEqual([
      ['2026-11-18', 50],
      ['2026-11-19', 1],
      ['2026-11-20', 50],
    ]);
    await recount(advertiser.id, '2026-11-01', '2026-11-30');
    expect(await totalCells(advertiser.id)).toEqual(await storedCells(advertiser.id));
  });

  it.each(['2026-11-19', '2026-11-20'])("a recount of %s counts that day's events and only these", async (day) => {
    const world = await newWorld(Date.parse('2026-11-19T12:00:00Z'));
    const [before, scenes] = [app, scene];
    try {
      app = await startApp(world);
      scene = sceneOf(app);
      const advertiser = await newAdvertiser(app);
      const late = newSid();
      const sent = { event_id: 'changed', svc_click_id: await advertiser.click(), value: 1 };
      await scene.send(advertiser, sent);
      await scene.send(advertiser, { event_id: 'late', svc_click_id: late, value: 3 });
      await app.settle();
      world.clock.now += dayMs;
      await scene.send(advertiser, { ...sent, value: 9 });
      await scene.land(advertiser.pixelKey, late);
      await scene.send(advertiser, { event_id: 'second', value: 5 });
      await app.settle();
      const { activity, totals } = depsOf(app);
      const ofDays = async () => ({
        counters: (await Array.fromAsync(activity.between(advertiser.id, 'live', '2026-11-18', '2026-11-21')))
          .filter(({ metric, detail }) => isOfEvents(`${metric} ${detail}`))
          .map(({ day, metric, detail, count }) => `${day} ${metric} ${detail} ${count}`)
          .sort(),
        totals: (await Array.fromAsync(totals.between(advertiser.id, 'live', 'received', '2026-11-18', '2026-11-21')))
          .map(({ day, count, value }) => `${day} ${count} ${value}`)
          .sort(),
      });
      const expected = await ofDays();
      expect(expected.counters.filter((text) => / (conflict|late_match) /.test(text))).toEqual([
        expect.stringMatching(/^2026-11-19 late_match {2}1$/),
        expect.stringMatching(/^2026-11-20 conflict .* 1$/),
      ]);
      await spoil(advertiser.id, ({ pk, sk }) => !pk.startsWith('LOG') && `${pk} ${sk}`.includes(day));
      expect(await ofDays(), 'before the recount').not.toEqual(expected);
      await recount(advertiser.id, day, day);
      expect(await ofDays(), `after a recount of ${day}`).toEqual(expected);
    } finally {
      [app, scene] = [before, scenes];
    }
  });

  it('a recount is refused with every problem, and for other callers', async () => {
    const answer = await app.operators.recount({
      body: { from: '2026-11-20', to: 'x' } as never,
      headers: operator,
    });
    expect(answer.status).toBe(422);
    expect(
      (
        await app.operators.recount({
          body: { user_id: 1, from: '2026-11-20', to: '2026-11-19' },
          headers: operator,
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await app.operators.recount({
          body: { user_id: 3, from: '2026-11-19', to: '2026-11-19' },
          headers: operator,
        })
      ).status,
    ).toBe(404);
  });

  it('a recount during live events in any order is exact to the last decimal', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('send' as const),
          value: fc.integer({ min: 1, max: 99_999 }),
          how: fc.nat({ max: 5 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('deliver' as const),
          size: fc.integer({ min: 1, max: 9 }),
          back: fc.nat({ max: 8 }),
          shard: fc.nat({ max: 1 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('lose' as const), size: fc.integer({ min: 1, max: 5 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('recount' as const),
          messages: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
        const advertiser = await newAdvertiser(app);
        const second = (await advertiser.issue({ name: 'Two', kind: 'public', environment: 'live' })).key;
        const test = await advertiser.issue({ name: 't', kind: 'secret', environment: 'test' });
        const clicks = [await advertiser.click(), await advertiser.click('svc_campaign=b', second)];
        await app.settle();
        let at = (await history()).length;
        const late: string[] = [];
        let events = 0;
        const act = async (one: (typeof steps)[number]) => {
          if (one.do === 'wait') app.world.clock.now += one.minutes * 60_000;
          if (one.do === 'send') {
            const value = `0.${String(one.value).padStart(20, '0')}`;
            const sid = newSid();
            const fields = { event_id: `e${events++}`, value };
            if (one.how < 2) await scene.send(advertiser, { ...fields, svc_click_id: clicks[one.how] });
            else if (one.how === 2) {
              late.push(sid);
              await scene.send(advertiser, { ...fields, svc_click_id: sid });
            } else if (one.how === 3 && late.length > 0) await scene.land(advertiser.pixelKey, late.pop() as string);
            else if (one.how === 4) await scene.send(advertiser, fields, { authorization: `Bearer ${test.key}` });
            else
              await scene.send(advertiser, {
                ...fields,
                svc_click_id: clicks[0],
                event_type: `type_${one.value}`,
              });
          }
          if (one.do === 'deliver') {
            const records = await history();
            const begin = Math.max(0, at - one.back);
            const end = Math.min(records.length, Math.max(at, begin + one.size));
            if (begin < end) await deliver(records.slice(begin, end), 'shard-1');
            at = Math.max(at, end);
          }
          if (one.do === 'lose') at = Math.min((await history()).length, at + one.size);
          if (one.do === 'recount') {
            if (!app.world.messages.some(({ queue }) => queue === 'recount')) await order(advertiser.id);
            for (let i = 0; i < one.messages; i++) {
              const next = app.world.messages.findIndex(({ queue }) => queue === 'recount');
              const [message] = next < 0 ? [] : app.world.messages.splice(next, 1);
              if (message) await app.attempt('recount', message.message);
            }
          }
        };
        for (const one of steps) await act(one);
        await app.work('recount');
        await order(advertiser.id);
        await Promise.all([
          app.work('recount'),
          (async () => {
            for (let i = 0; i < 4; i++) await scene.send(advertiser, { event_id: `x${i}`, svc_click_id: clicks[i % 2], value: '0.01' });
            const records = await history();
            for (; at < records.length; at += 3) await deliver(records.slice(at, at + 3));
          })(),
        ]);
        const rest = (await history()).slice(at);
        if (rest.length > 0) await deliver(rest);
        await deliver((await history()).slice(-20));
        expect(await totalCells(advertiser.id)).toEqual(await storedCells(advertiser.id));
        for (const environment of ['live', 'test'] as const)
          expect(await countedActivity(advertiser, environment)).toEqual(await storedActivity(advertiser.id, environment));
      }),
      { numRuns: isNight ? 12 : 2 },
    );
  });
});
