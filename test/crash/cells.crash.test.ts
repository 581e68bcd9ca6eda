// Slow: it fails every call to the world, one at a time.
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import { allSeries, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const operator = { 'x-svc-dev-token': operatorToken };
const dayMs = 86_400_000;
const retentionDays = 90;
type Owner = Awaited<ReturnType<typeof newAdvertiser>>;
/** Stream records have the time of the engine's clock. */
const world = () => newWorld(Date.now());
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Two clicks, and two orders, one of which waits for its click. */
async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  const sid = await owner.click('svc_campaign=spring&svc_ad_id=a');
  await owner.click('svc_campaign=spring&svc_ad_id=b');
  await sceneOf(app).send(owner, { event_id: 'o1', svc_click_id: sid, value: 12.5, currency: 'EUR' });
  await sceneOf(app).send(owner, { event_id: 'o2', svc_click_id: 's_nobody', currency: 'EUR' });
  return { owner };
}

/** Cells of nine ads, which a night seals. */
async function manyCells(app: TestApp) {
  const { owner } = await scene(app);
  for (const ad of 'cdefghi') await owner.click(`svc_campaign=spring&svc_ad_id=${ad}`);
  await app.settle();
  app.world.clock.now += 4 * dayMs;
  return { owner };
}

function depsOf({ world: { prefix, clock } }: TestApp) {
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const now = () => clock.now;
  const scale = streamScaleIn(table, { now });
  const deps = cellDepsOver(table, { now, scale });
  const seals = sealsIn(table, { now, scale, cellStates: deps.cellStates });
  return {
    ...deps,
    table,
    now,
    retentionDays,
    seals,
    storedOfDay: storedOfDayIn(table, { now, retentionDays }),
  };
}

type One = {
  series: string;
  day: string;
  names: readonly string[];
  quarter: number;
  count: number;
  value: string;
};
function inShort(all: readonly One[]): string[] {
  const sums = Map.groupBy(all, ({ series, day, names, quarter }) =>
    [series, day, quarter, ...names].join(' '),
  );
  return [...sums]
    .map(([name, some]) => {
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return [name, count, some.reduce((sum, one) => addSigned(sum, one.value), '0')] as const;
    })
    .filter(([, count, value]) => count !== 0 || value !== '0')
    .map((one) => one.join(' '))
    .sort();
}

/** The cells that reports read are those of the stored clicks and events, neither more nor less. */
async function isExact(app: TestApp, owner: Owner) {
  const stored = (await allItems(app.world, 'attribution')).filter(
    ({ kind, accountId }) => (kind === 'session' || kind === 'conversion') && accountId === owner.id,
  );
  const days = { from: dayAt(app.world.clock.now - 20 * dayMs), to: dayAt(app.world.clock.now + dayMs) };
  const read: One[] = [];
  for (const series of allSeries)
    for await (const cell of readCells(
      { accountId: owner.id, environment: 'live' },
      series,
      days,
      depsOf(app),
    ))
      read.push(...cell.quarters.map((quarter) => ({ ...cell, ...quarter })));
  expect(stored.length).toBeGreaterThan(3);
  expect(inShort(read)).toEqual(inShort((stored as unknown as Counted[]).flatMap(contributionsOf)));
}

const cellsOf = async (app: TestApp, prefix: string) =>
  (await allItems(app.world, 'attribution')).filter(({ pk }) => String(pk).startsWith(`${prefix}#`));

/** Of the click cells one is lost, as after records that were given up. */
async function loseCell(app: TestApp, { id: accountId }: Owner) {
  const { pk } = keyOf.cell({ accountId, environment: 'live' }, 'clicks', { day: '', arrived: '', id: '' });
  const [lost] = (await cellsOf(app, 'CELLS')).filter((item) => item.pk === pk);
  await depsOf(app).table.remove(lost as { pk: string; sk: string });
}
const order = (app: TestApp, owner: Owner, back = 20) =>
  app.operators.recount({
    body: {
      user_id: owner.id,
      from: dayAt(app.world.clock.now - back * dayMs),
      to: dayAt(app.world.clock.now),
    },
    headers: operator,
  });
async function night(app: TestApp) {
  await app.runAtNight({ job: 'seal_cells', scheduledAt: new Date(app.world.clock.now).toISOString() });
  await app.work('recount');
}

describe('a crash at any call of', () => {
  it('counting, and its records again: each click and event counts once', async () => {
    await crashTest({
      world,
      prepare: scene,
      operation: (app) => app.settle(),
      check: (app, { owner }) => isExact(app, owner),
    });
  });

  it('a recount, and its messages again: every click and event counts once', async () => {
    await crashTest({
      world,
      async prepare(app) {
        const { owner } = await scene(app);
        await app.settle();
        await loseCell(app, owner);
        await order(app, owner);
        return { owner };
      },
      operation: (app) => app.work('recount'),
      async check(app, { owner }) {
        await app.settle();
        await isExact(app, owner);
        const { recounts } = await depsOf(app).cellStates.one(owner.id);
        expect(recounts).toMatchObject([{ closedAt: expect.any(String) }]);
      },
    });
  });

  it('what closes a recount, and its records again: reports read it, and all of it', async () => {
    await crashTest({
      world,
      async prepare(app) {
        const { owner } = await scene(app);
        await app.settle();
        await loseCell(app, owner);
        await order(app, owner);
        await app.work('recount');
        // One more comes beside it.
        await owner.click('svc_campaign=spring&svc_ad_id=a');
        return { owner };
      },
      operation: (app) => app.settle(),
      async check(app, { owner }) {
        await isExact(app, owner);
        const { recounts } = await depsOf(app).cellStates.one(owner.id);
        expect(recounts).toMatchObject([{ closedAt: expect.any(String) }]);
      },
    });
  });

  it('the seals of a night, and the next night: reports read the same before and after', async () => {
    await crashTest({
      world,
      prepare: manyCells,
      operation: night,
      async check(app, { owner }) {
        await isExact(app, owner);
        app.world.clock.now += dayMs;
        await night(app);
        await isExact(app, owner);
        expect((await cellsOf(app, 'CELLS')).length).toBeLessThan(8);
      },
    });
  });

  it('the removal of what seals and a recount have replaced: reports read the same, and it goes with a later night', async () => {
    await crashTest({
      world,
      async prepare(app) {
        const { owner } = await manyCells(app);
        await night(app);
        await order(app, owner);
        await app.work('recount');
        await app.settle();
        app.world.clock.now += dayMs;
        return { owner };
      },
      operation: night,
      async check(app, { owner }) {
        await isExact(app, owner);
        app.world.clock.now += dayMs;
        await night(app);
        await isExact(app, owner);
        const { pk } = keyOf.cellSealHead({ accountId: owner.id, environment: 'live' }, 'clicks', '');
        expect((await cellsOf(app, 'CELLSEALS')).filter((item) => item.pk === pk)).toEqual([]);
      },
    });
  });
});

describe('twins', () => {
  const app = async () => await startApp(await world());

  it('of a night’s seals, beside a new click: one of them is read, and nothing counts twice', async () => {
    const own = await app();
    const { owner } = await manyCells(own);
    const [one, other] = [depsOf(own).seals, depsOf(own).seals];
    await Promise.all([one.seal(owner.id), other.seal(owner.id), owner.click('svc_campaign=late')]);
    await own.settle();
    await isExact(own, owner);
    own.world.clock.now += dayMs;
    await Promise.all([one.seal(owner.id), other.seal(owner.id)]);
    await isExact(own, owner);
    const heads = (await cellsOf(own, 'CELLSEALS')).filter(({ sk }) => String(sk).endsWith('#HEAD'));
    expect(heads).toHaveLength(1);
  });

  it('of a recount of the same days: they are one recount', async () => {
    const own = await app();
    const { owner } = await scene(own);
    await own.settle();
    await loseCell(own, owner);
    const range = { from: dayAt(own.world.clock.now - dayMs), to: dayAt(own.world.clock.now) };
    await Promise.all([1, 2, 3].map(() => recountCells(owner.id, range, depsOf(own))));
    await own.settle();
    await isExact(own, owner);
    expect((await depsOf(own).cellStates.one(owner.id)).last).toBe(1);
  });

  it('of recounts of other days, beside a new event: the newer stands, and nothing counts twice', async () => {
    const own = await app();
    const { owner } = await scene(own);
    await own.settle();
    const to = dayAt(own.world.clock.now);
    await Promise.all(
      [1, 3].map((back) =>
        recountCells(owner.id, { from: dayAt(own.world.clock.now - back * dayMs), to }, depsOf(own)),
      ),
    );
    await owner.click('svc_campaign=spring&svc_ad_id=a');
    await own.settle();
    await isExact(own, owner);
    const { recounts, last } = await depsOf(own).cellStates.one(owner.id);
    expect([last, recounts.filter(({ closedAt }) => closedAt).length]).toEqual([2, 1]);
  });
});
