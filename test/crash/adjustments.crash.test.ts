// Slow: it fails every call in turn.
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import { allSeries, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { began, callsOf, scene } from '#test/api/adjustments/scene.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const dayMs = 86_400_000;
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
type Owner = Awaited<ReturnType<typeof scene>>['advertiser'];

function depsOf({ world: { prefix, clock } }: TestApp) {
  const table = tableAt(`${prefix}attribution`, testDynamo(), async () => {});
  const now = () => clock.now;
  const storedOfDay = storedOfDayIn(table, { now, retentionDays: 90 });
  return {
    ...cellDepsOver(table, { now, scale: streamScaleIn(table, { now }) }),
    now,
    storedOfDay,
    retentionDays: 90,
  };
}

async function isExact(app: TestApp, owner: Owner) {
  await app.settle();
  const stored = (await allItems(app.world, 'attribution')).filter(
    ({ kind, accountId }) => (kind === 'session' || kind === 'conversion') && accountId === owner.id,
  ) as unknown as Counted[];
  const of = { accountId: owner.id, environment: 'live' as const };
  const days = { from: dayAt(began - 400 * dayMs), to: dayAt(app.world.clock.now + 2 * dayMs) };
  const read: Parameters<typeof inShort>[0][number][] = [];
  for (const series of allSeries)
    for await (const cell of readCells(of, series, days, depsOf(app)))
      read.push(...cell.quarters.map((quarter) => ({ ...cell, ...quarter })));
  expect(inShort(read)).toEqual(inShort(stored.flatMap(contributionsOf)));
}
function inShort(all: readonly { series: string; day: string; names: readonly string[]; count: number; value: string }[]): string[] {
  const sums = Map.groupBy(all, ({ series, day, names }) => [series, day, ...names].join(' '));
  return [...sums]
    .map(([name, some]) => {
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return [name, count, some.reduce((sum, one) => addSigned(sum, one.value), '0')] as const;
    })
    .filter(([, count, value]) => count !== 0 || value !== '0')
    .map((one) => one.join(' '))
    .sort();
}

const hour = (hours: number) => new Date(began + hours * 3_600_000).toISOString();
const refund = (event_id: string, net_value: number, hours: number) => ({
  event_id,
  net_value,
  reason: 'refund',
  effective_at: hour(hours),
});
const prepared = async (app: TestApp) => await scene(began, app);

describe('a crash at any call, and a retry', () => {
  it('of a batch of adjustments, of events and of none: each is stored once, and counts once', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: prepared,
      operation: (app, { advertiser }) =>
        app.adjustments.adjustEvents({
          query: {} as never,
          body: { adjustments: [refund('o1', 70, 1), refund('o1', 60, 2), refund('p1', 5, 1)] } as never,
          headers: advertiser.key,
        }),
      async check(app, { advertiser, order, figures, list }, answer) {
        expect(answer.status).toBe(207);
        await order('p1', 20);
        await isExact(app, advertiser);
        expect(await figures()).toEqual(['ad_1 2 120.00 65.00 2 0']);
        expect((await list('o1')).adjustments).toHaveLength(2);
        const entries = (await allItems(app.world, 'accounts')).filter(({ type }) => type === 'events_adjusted');
        expect(entries.length).toBeGreaterThan(0);
      },
      async abandoned(app, { advertiser }) {
        await isExact(app, advertiser);
      },
    });
  });

  it('of a withdrawal by its ID: it is withdrawn once, and the one before decides', async () => {
    await crashTest({
      prepare: async (app) => {
        const scened = await prepared(app);
        await scened.net('o1', 70, 1);
        const { adjustment } = await scened.net('o1', 0, 2);
        await app.settle();
        return { ...scened, id: adjustment.adjustment_id };
      },
      operation: (app, { advertiser, id }) =>
        app.adjustments.withdrawAdjustment({
          params: { event_id: 'o1' },
          query: { adjustment_id: id } as never,
          headers: advertiser.key,
        }),
      async check(app, { advertiser, figures }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { net_value: '70.00' } });
        await isExact(app, advertiser);
        expect(await figures()).toEqual(['ad_1 1 100.00 70.00 1 0']);
      },
    });
  });

  it('of the work on an event whose adjustment was there before: it applies once, and a withdrawal stays', async () => {
    await crashTest({
      prepare: async (app) => {
        const scened = await prepared(app);
        bodyOf(await scened.many([refund('p1', 5, 1), refund('p1', 0, 2)]));
        await scened.order('p1', 20);
        return scened;
      },
      operation: (app) => app.settle(),
      succeeded: () => true,
      async check(app, { advertiser, figures, withdraw, list }) {
        await app.settle();
        expect(await list('p1')).toMatchObject({ net_value: '0.00', pending: [] });
        await withdraw('p1');
        await isExact(app, advertiser);
        expect(await figures()).toEqual(['ad_1 2 120.00 105.00 1 0']);
      },
    });
  });
});

describe('twins', () => {
  it('of adjustments of one event: all are stored, and the newest decides', async () => {
    const { app, advertiser, net, list, figures } = await scene();
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => net('o1', 90 - n, n)));
    await Promise.all([net('o1', 50, 9), net('o1', 50, 9), net('o1', 40, 8)]);
    expect(await list('o1')).toMatchObject({ net_value: '50.00', adjustments: Array(10).fill({}) });
    await isExact(app, advertiser);
    expect(await figures()).toEqual(['ad_1 1 100.00 50.00 1 0']);
  });

  it('of a withdrawal: one adjustment is withdrawn', async () => {
    const { app, advertiser, net, withdraw, list } = await scene();
    await net('o1', 70, 1);
    const { adjustment } = await net('o1', 60, 2);
    await Promise.all([1, 2, 3].map(() => withdraw('o1', adjustment.adjustment_id)));
    expect(await list('o1')).toMatchObject({ net_value: '70.00' });
    await isExact(app, advertiser);
  });

  it('of an adjustment and its event: it applies, whichever comes first', async () => {
    const { app, advertiser, order, net, list, figures } = await scene();
    const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
    await Promise.all(
      ids.flatMap((id, at) => (at % 2 ? [order(id, 10), net(id, 4, 1), app.settle()] : [net(id, 4, 1), order(id, 10), app.settle()])),
    );
    await app.settle();
    for (const id of ids) expect(await list(id)).toMatchObject({ net_value: '4.00', pending: [] });
    await isExact(app, advertiser);
    expect(await figures()).toEqual(['ad_1 13 220.00 148.00 12 0']);
  });

  it('of an adjustment and a late match of its event: the ad has the gross and the net', async () => {
    const { app, advertiser, net, figures } = await scene();
    const { send, land } = sceneOf(app);
    const sids = Array.from({ length: 6 }, (_, at) => `s_${String(at).repeat(22)}`);
    for (const [at, svc_click_id] of sids.entries())
      await send(advertiser, { event_id: `l${at}`, svc_click_id, value: 10, currency: 'EUR' });
    await app.settle();
    const page = 'utm_medium=cpc&utm_source=google&svc_campaign=spring&svc_ad_id=ad_2';
    await Promise.all(sids.flatMap((sid, at) => [land(advertiser.pixelKey, sid, page), net(`l${at}`, 4, 1), app.settle()]));
    await isExact(app, advertiser);
    expect(await figures()).toContain('ad_2 6 60.00 24.00 6 0');
  });

  it('of an adjustment and an erasure: the net is there, and no note', async () => {
    const { app, advertiser, sid, order, net } = await scene();
    const ids = Array.from({ length: 6 }, (_, at) => `g${at}`);
    for (const id of ids) await order(id, 10);
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const erase = async () => bodyOf(await app.privacy.erase({ body: { svc_click_id: sid }, query: {}, headers } as never));
    await Promise.all([erase(), ...ids.map((id) => net(id, 4, 1, { note: 'secret words' })), app.settle()]);
    await erase();
    await app.settle();
    for (const id of ids) expect(await callsOf(app, advertiser).list(id)).toMatchObject({ net_value: '4.00' });
    const items = JSON.stringify(await allItems(app.world, 'attribution'));
    expect(items).not.toContain('secret words');
    await isExact(app, advertiser);
  });

  it('of an adjustment and a recount of its day, of an event that is older than the log: it counts once', async () => {
    const { app, advertiser, order, net, figures } = await scene();
    await order('old', 10);
    await app.settle();
    app.world.clock.now += 120 * dayMs;
    const today = dayAt(app.world.clock.now);
    const late = (value: number, hours: number) =>
      callsOf(app, advertiser).put('old', {
        net_value: value,
        reason: 'refund',
        effective_at: new Date(app.world.clock.now + hours * 3_600_000).toISOString(),
      });
    await late(8, 0);
    await app.settle();
    const recount = () => recountCells(advertiser.id, { from: today, to: today }, depsOf(app));
    await Promise.all([recount(), late(6, 1), net('o1', 1, 1), app.settle()]);
    await app.settle();
    expect((await depsOf(app).cellStates.one(advertiser.id)).recounts).toMatchObject([{ closedAt: expect.any(String) }]);
    await late(4, 2);
    await late(3, 0);
    const newest = bodyOf(await late(2, 3)) as { adjustment: { adjustment_id: string } };
    await app.settle();
    await callsOf(app, advertiser).withdraw('old', newest.adjustment.adjustment_id);
    await isExact(app, advertiser);
    const query = { from: today, to: today, adjusted_on: 'adjustment' };
    expect(await figures(query)).toEqual(['ad_1 0 0.00 -6.00 1 0']);
  });
});
