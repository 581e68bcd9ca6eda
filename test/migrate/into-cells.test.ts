import { startCells } from '#lib/local/start-cells.ts';
import { clicksIntoCells, eventsIntoCells } from '#lib/ops/migrate/into-cells.ts';
import { runMigration } from '#lib/ops/migrate/run-migration.ts';
import { takeIntoCells } from '#lib/ops/migrate/take-into-cells.ts';
import { keyOf as keyOfCells } from '#shared/cells/items.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { newSid, sceneOf } from '#test/api/events/scene.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { scene as cellScene } from '#test/cells/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Scene = Awaited<ReturnType<typeof scene>>;
const minuteMs = 60_000;
const ofCells = /^(CELLS|CELLSEALS|CELLSTATE|CELLSTART|CELLNAMES|LOGCLICK)(#|$)/;

async function scene() {
  const found = await cellScene();
  const { world, app, advertiser, read, table } = found;
  const send = (event_id: string, svc_click_id: string) =>
    sceneOf(app).send(advertiser, { event_id, svc_click_id, value: 3, currency: 'EUR' });
  const lateSid = newSid();
  await send('waits', lateSid);
  await app.settle();
  const counted = await read();
  for (const { pk, sk } of await allItems(world, 'attribution'))
    if (ofCells.test(String(pk))) await table.remove({ pk: String(pk), sk: String(sk) });
  world.clock.now += minuteMs;
  return { ...found, app: await app.restart(), counted, lateSid };
}
const settingsOf = ({ world }: Scene) => ({
  dynamo: testDynamo(),
  tableName: `${world.prefix}attribution`,
  perSecond: 1e6,
  pause: async () => {},
  now: () => world.clock.now,
});
const run = (old: Scene, { dynamo = testDynamo(), action = 'run' as 'run' | 'verify' | 'dry_run' } = {}) => {
  const settings = { ...settingsOf(old), dynamo, action };
  const around = { signal: new AbortController().signal, onStep: () => {} };
  return [clicksIntoCells, eventsIntoCells].reduce(
    async (before, one) => [...(await before), await runMigration(one, settings, around)],
    Promise.resolve([] as Awaited<ReturnType<typeof runMigration>>[]),
  );
};
const start = async ({ world }: Scene) => {
  await startCells(testDynamo(), { tableName: `${world.prefix}attribution`, now: () => world.clock.now });
  world.clock.now += minuteMs;
};
const withoutLate = (cells: string[]) => cells.filter((cell) => !cell.includes(' late '));

describe('what a version without cells has stored', () => {
  it('is in no cell and moves none, however it changes, until the migration has counted it', async () => {
    const old = await scene();
    await start(old);
    const { app, advertiser, read, counted, deps, world, lateSid } = old;
    expect(await deps.cellStart.incompleteBefore()).toBe(new Date(world.clock.now - minuteMs).toISOString());
    await sceneOf(app).land(advertiser.pixelKey, lateSid, 'svc_campaign=late');
    await app.settle();
    expect((await read()).map((cell) => cell.split(' ')[0])).toEqual(['clicks']);
    await advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
    await app.settle();

    expect(await run(old, { action: 'dry_run' })).toMatchObject([{ old: 2 }, { old: 2 }]);
    await expect(read()).resolves.toHaveLength(2);
    expect(await run(old)).toMatchObject([{ changed: 2 }, { changed: 2 }]);
    await app.settle();
    const after = await read();
    expect(withoutLate(after)).toEqual(counted.map((cell) => cell.replace('ad_2 paid_other  1 0', 'ad_2 paid_other  2 0')));
    expect(after.filter((cell) => cell.includes(' late '))).toEqual([
      'click 2026-11-21 late  paid_other 0 1 3',
      'clicks 2026-11-21 late  paid_other  1 0',
      'occurred 2026-11-21 late  paid_other  1 3',
    ]);
    expect(await run(old, { action: 'verify' })).toMatchObject([{ old: 0 }, { old: 0 }]);
    expect(await deps.cellStart.incompleteBefore()).toBeNull();
  });

  it('is counted once when the migration dies at any of its calls, and the same command continues', async () => {
    for (let diesAt = 1; ; diesAt++) {
      const old = await scene();
      await start(old);
      let calls = 0;
      const dying: Dynamo = async (operation, input) => {
        calls++;
        if (calls !== diesAt) return await testDynamo()(operation, input);
        if (diesAt % 2 === 0) await testDynamo()(operation, input);
        throw Object.assign(new Error('killed'), { type: 'AccessDenied' });
      };
      const first = await run(old, { dynamo: dying }).catch(() => null);
      await run(old);
      await old.app.settle();
      expect(await old.read()).toEqual(old.counted);
      if (first) break;
    }
  });

  it('is counted once beside a recount of its days, before and after it', async () => {
    const body = (old: Scene) => ({ user_id: old.advertiser.id, from: '2026-11-01', to: '2026-11-30' });
    const recount = async (old: Scene) => {
      const { app } = old;
      await app.operators.recount({ body: body(old), headers: operator });
      await app.work('recount');
      await app.settle();
    };
    const [before, after] = [await scene(), await scene()];
    await start(before);
    await recount(before);
    await run(before);
    await before.app.settle();
    expect(await before.read()).toEqual(before.counted);
    await start(after);
    await run(after);
    await after.app.settle();
    await recount(after);
    expect(await after.read()).toEqual(after.counted);
  });

  it('is taken in by the local host itself, once', async () => {
    const old = await scene();
    await start(old);
    const tableName = `${old.world.prefix}attribution`;
    const { signal } = new AbortController();
    let calls = 0;
    const counting: Dynamo = (operation, input) => {
      calls++;
      return testDynamo()(operation, input);
    };
    await runMigration(clicksIntoCells, { ...settingsOf(old), action: 'run' }, { signal, onStep: () => {} });
    expect(await old.deps.cellStart.incompleteBefore()).not.toBeNull();
    await takeIntoCells(counting, { signal, tableName });
    await old.app.settle();
    expect(await old.read()).toEqual(old.counted);
    calls = 0;
    await takeIntoCells(counting, { signal, tableName });
    expect(calls).toBe(1);
  });

  it('stays out of cells when it is a click of which the last days are left', async () => {
    const old = await scene();
    await start(old);
    const [click] = (await allItems(old.world, 'attribution')).filter(({ kind }) => kind === 'session');
    const key = { pk: String(click?.pk), sk: String(click?.sk) };
    const ttl = Math.floor(old.world.clock.now / 1000) + 2 * 86_400;
    await old.table.update({
      key,
      update: 'SET #ttl = :ttl',
      names: { '#ttl': 'ttl' },
      values: { ':ttl': ttl },
    });
    expect(await run(old)).toMatchObject([{ changed: 1 }, { changed: 2 }]);
    expect(await run(old, { action: 'verify' })).toMatchObject([{ old: 0 }, { old: 0 }]);
  });

  it('begins once: a later start of the host changes nothing', async () => {
    const old = await scene();
    await start(old);
    const before = await old.table.get(keyOfCells.cellStart());
    await start(old);
    expect(await old.table.get(keyOfCells.cellStart())).toEqual(before);
  });

  it('has rows of its days afterwards, so that a recount finds its clicks', async () => {
    const old = await scene();
    await start(old);
    await run(old);
    await old.app.settle();
    const kinds = (await allItems(old.world, 'attribution')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'click_row')).toHaveLength(2);
  });
});

describe('the first worker of a stage', () => {
  it('that was used before counts from a quarter of an hour later on, and the migration waits for it', async () => {
    const old = await scene();
    const { world, app, advertiser, read, counted, table } = old;
    await table.put({ ...keyOfEventLog.pixelDay('2026-08-24', advertiser.id, 'live'), kind: 'pixel_day' });
    await advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
    await app.settle();
    expect(await table.get(keyOfCells.cellStart())).toMatchObject({
      since: '2026-11-21T12:16:00.000Z',
      quietFrom: '2026-11-21T12:21:00.000Z',
    });
    expect(await read()).toEqual([]);
    await expect(run(old)).rejects.toThrow('It is too early. Run it after 2026-11-21T12:21:00.000Z.');
    world.clock.now += 20 * minuteMs;
    await advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
    await app.settle();
    expect(await read()).toHaveLength(1);
    await run(old);
    await app.settle();
    expect(await read()).toEqual(counted.map((cell) => cell.replace('ad_2 paid_other  1 0', 'ad_2 paid_other  3 0')));
  });

  it('that is new counts from the beginning', async () => {
    const old = await scene();
    await old.advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
    await old.app.settle();
    expect(await old.table.get(keyOfCells.cellStart())).toMatchObject({ since: '' });
    expect(await old.deps.cellStart.incompleteBefore()).toBeNull();
  });
});
