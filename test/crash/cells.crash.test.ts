// Slow: it fails every call in turn.
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { keyOf } from '#shared/cells/items.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import { allSeries, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const dayMs = 86_400_000;
const retentionDays = 90;
type Owner = Awaited<ReturnType<typeof newAdvertiser>>;
/** Stream records have the time of the engine's clock. */
const world = () => newWorld(Date.now());
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  const sid = await owner.click('svc_campaign=spring&svc_ad_id=a');
  await owner.click('svc_campaign=spring&svc_ad_id=b');
  await sceneOf(app).send(owner, { event_id: 'o1', svc_click_id: sid, value: 12.5, currency: 'EUR' });
  await sceneOf(app).send(owner, { event_id: 'o2', svc_click_id: 's_nobody', currency: 'EUR' });
  return { owner };
}

async function manyCells(app: TestApp) {
  const { owner } = await scene(app);
  for (const ad of 'cdefghi') await owner.click(`svc_campaign=spring&svc_ad_id=${ad}`);
  await app.settle();
  app.world.clock.now += 4 * dayMs;
  return { owner };
}

function depsOf({ world: { prefix, clock } }: TestApp, dynamo = testDynamo()) {
  const table = tableAt(`${prefix}attribution`, dynamo, async () => {});
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
  const sums = Map.groupBy(all, ({ series, day, names, quarter }) => [series, day, quarter, ...names].join(' '));
  return [...sums]
    .map(([name, some]) => {
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return [name, count, some.reduce((sum, one) => addSigned(sum, one.value), '0')] as const;
    })
    .filter(([, count, value]) => count !== 0 || value !== '0')
    .map((one) => one.join(' '))
    .sort();
}

async function isExact(app: TestApp, owner: Owner) {
  const stored = (await allItems(app.world, 'attribution')).filter(
    ({ kind, accountId }) => (kind === 'session' || kind === 'conversion') && accountId === owner.id,
  );
  const days = { from: dayAt(app.world.clock.now - 600 * dayMs), to: dayAt(app.world.clock.now + dayMs) };
  const read: One[] = [];
  for (const series of allSeries)
    for await (const cell of readCells({ accountId: owner.id, environment: 'live' }, series, days, depsOf(app)))
      read.push(...cell.quarters.map((quarter) => ({ ...cell, ...quarter })));
  expect(stored.length).toBeGreaterThan(3);
  expect(inShort(read)).toEqual(inShort((stored as unknown as Counted[]).flatMap(contributionsOf)));
}

const cellsOf = async (app: TestApp, prefix: string) =>
  (await allItems(app.world, 'attribution')).filter(({ pk }) => String(pk).startsWith(`${prefix}#`));

async function loseCell(app: TestApp, { id: accountId }: Owner) {
  const { pk } = keyOf.cell({ accountId, environment: 'live' }, 'clicks', { day: '', arrived: '', id: '' });
  const [lost] = (await cellsOf(app, 'CELLS')).filter((item) => item.pk === pk);
  await depsOf(app).table.remove(lost as { pk: string; sk: string });
}
type Deps = ReturnType<typeof depsOf>;
const rangeOf = ({ world: { clock } }: TestApp) => ({ from: dayAt(clock.now - dayMs), to: dayAt(clock.now) });

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);
/** A process dies at a call, and another process repeats the work. The next run fails at the next call. */
async function atEveryCall(
  app: TestApp,
  work: (deps: Deps) => Promise<unknown>,
  { prepared, check }: { prepared(): Promise<unknown>; check(): Promise<void> },
): Promise<number> {
  for (let at = 1; ; at++) {
    let isReached = false;
    let isWrite = false;
    for (const isAfter of [false, true]) {
      if (isAfter && !isWrite) break;
      await prepared();
      let calls = 0;
      const dying: Dynamo = async (operation, input) => {
        calls++;
        if (calls < at) return await testDynamo()(operation, input);
        if (calls === at) isWrite = writes.has(operation);
        if (isAfter && calls === at && isWrite) await testDynamo()(operation, input);
        throw new Error('The process died.');
      };
      const isDone = await work(depsOf(app, dying)).then(
        () => true,
        () => false,
      );
      isReached ||= !isDone;
      await work(depsOf(app));
      await check();
    }
    if (!isReached) return at;
  }
}

describe('a crash at any call of', () => {
  it('counting what comes beside a recount, and what closes it, and the records again: all of it counts once', async () => {
    await crashTest({
      world,
      async prepare(app) {
        const { owner } = await scene(app);
        await app.settle();
        await loseCell(app, owner);
        await recountCells(owner.id, rangeOf(app), depsOf(app));
        const sid = await owner.click('svc_campaign=spring&svc_ad_id=a');
        await sceneOf(app).send(owner, { event_id: 'o3', svc_click_id: sid, currency: 'EUR' });
        return { owner };
      },
      operation: (app) => app.settle(),
      async check(app, { owner }) {
        await app.settle();
        await isExact(app, owner);
        const { recounts } = await depsOf(app).cellStates.one(owner.id);
        expect(recounts).toMatchObject([{ closedAt: expect.any(String) }]);
      },
    });
  });

  it('a recount, and the same again: every click and event counts once, and one recount is open', async () => {
    const app = await startApp(await world());
    const { owner } = await scene(app);
    await app.settle();
    const calls = await atEveryCall(app, (deps) => recountCells(owner.id, rangeOf(app), deps), {
      prepared: async () => {
        const { recounts } = await depsOf(app).cellStates.one(owner.id);
        expect(recounts.filter(({ closedAt }) => !closedAt)).toEqual([]);
      },
      async check() {
        await app.settle();
        await isExact(app, owner);
      },
    });
    expect(calls).toBeGreaterThan(20);
  });

  it('a day with more clicks than a call marks is continued within the day, and a lost click is noticed', async () => {
    const app = await startApp(await world());
    const { owner } = await scene(app);
    for (let i = 0; i < 248; i++) await owner.click(`svc_campaign=spring&svc_ad_id=${i % 3}`);
    await app.settle();
    await loseCell(app, owner);
    const inCalls = async (taskId: string) => {
      for (let calls = 1; calls < 100; calls++) {
        const deps = depsOf(app);
        let isTimeOver = false;
        const mark: typeof deps.cellMarks.mark = async (...given) => {
          isTimeOver = true;
          return await deps.cellMarks.mark(...given);
        };
        const until = app.world.clock.now + 1;
        const now = () => (isTimeOver ? until : app.world.clock.now);
        const withClock = { ...deps, now, cellMarks: { mark } };
        const { isDone } = await recountCells(owner.id, { ...rangeOf(app), until, taskId }, withClock);
        if (isDone) return { calls, state: await deps.cellStates.one(owner.id) };
      }
      throw new Error('The recount does not end.');
    };
    const first = await inCalls('task_1');
    expect(first.calls).toBe(5);
    expect(first.state.recounts).toMatchObject([{ marked: 252, keptClickDays: [] }]);
    expect(first.state.recounts[0]).not.toHaveProperty('closedAt');
    await app.settle();
    await isExact(app, owner);
    const [lost] = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'session');
    await depsOf(app).table.remove(lost as { pk: string; sk: string });
    const second = await inCalls('task_2');
    expect(second.state.recounts.at(-1)).toMatchObject({
      marked: 251,
      keptClickDays: [dayAt(app.world.clock.now)],
    });
  });

  it('a task whose recount is closed, and the same again: it opens no other recount, and marks nothing', async () => {
    const app = await startApp(await world());
    const { owner } = await scene(app);
    await app.settle();
    const taskId = 'task_1';
    await recountCells(owner.id, { ...rangeOf(app), taskId }, depsOf(app));
    await app.settle();
    const before = await depsOf(app).cellStates.one(owner.id);
    expect(before.recounts).toMatchObject([{ taskId, closedAt: expect.any(String) }]);
    expect(await recountCells(owner.id, { ...rangeOf(app), taskId }, depsOf(app))).toEqual({ isDone: true });
    expect(await depsOf(app).cellStates.one(owner.id)).toEqual(before);
    await recountCells(owner.id, { ...rangeOf(app), taskId: 'task_2' }, depsOf(app));
    await app.settle();
    expect((await depsOf(app).cellStates.one(owner.id)).last).toBe(before.last + 1);
    await isExact(app, owner);
  });

  it('seals, and the removal of what they and a recount replace, and the same again: reports read the same', async () => {
    const app = await startApp(await world());
    const { owner } = await scene(app);
    const night = ({ seals }: Deps) => seals.seal(owner.id);
    let ads = 0;
    let isSealing = true;
    const calls = await atEveryCall(app, night, {
      async prepared() {
        if (isSealing) {
          for (let i = 0; i < 8; i++) await owner.click(`svc_campaign=spring&svc_ad_id=${ads++}`);
          await app.settle();
          app.world.clock.now += 4 * dayMs;
        } else {
          if (ads === 8) await recountCells(owner.id, rangeOf(app), depsOf(app));
          await app.settle();
          app.world.clock.now += dayMs;
        }
        isSealing = !isSealing;
      },
      check: () => isExact(app, owner),
    });
    expect(calls).toBeGreaterThan(10);
    const heads = (await cellsOf(app, 'CELLSEALS')).filter(({ sk }) => String(sk).endsWith('#HEAD'));
    expect(heads.length).toBeGreaterThan(3);
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
    await Promise.all([1, 3].map((back) => recountCells(owner.id, { from: dayAt(own.world.clock.now - back * dayMs), to }, depsOf(own))));
    await owner.click('svc_campaign=spring&svc_ad_id=a');
    await own.settle();
    await isExact(own, owner);
    const { recounts, last } = await depsOf(own).cellStates.one(owner.id);
    expect([last, recounts.filter(({ closedAt }) => closedAt).length]).toEqual([2, 1]);
  });
});
