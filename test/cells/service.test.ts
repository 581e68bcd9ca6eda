import { everyDay, recount } from '#lib/ops/recount.ts';
import { keyOf } from '#shared/cells/items.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { dayMs, scene } from './scene.ts';

it('a click and an order stand in cells of the day, by channel, ad and lag, once the stream has brought them', async () => {
  const { order, read, app, world } = await scene();
  expect(await read()).toEqual([
    'click 2026-11-21 spring ad_1 paid_search 0 1 12.5',
    'clicks 2026-11-21 spring ad_1 paid_search  1 0',
    'clicks 2026-11-21 spring ad_2 paid_other  1 0',
    'occurred 2026-11-21 spring ad_1 paid_search  1 12.5',
  ]);
  world.clock.now += 2 * dayMs;
  await order('o2', 7);
  await app.settle();
  expect(await read()).toEqual(
    expect.arrayContaining(['click 2026-11-21 spring ad_1 paid_search 2 1 7', 'occurred 2026-11-23 spring ad_1 paid_search  1 7']),
  );
});

it('a recount by an operator counts the cells anew, so that a cell which lost its events has them again', async () => {
  const { app, advertiser, read, table } = await scene();
  const before = await read();
  const { pk } = keyOf.cell({ accountId: advertiser.id, environment: 'live' }, 'clicks', {
    day: '',
    arrived: '',
    id: '',
  });
  await table.removeMany(await Array.fromAsync(table.query(pk, [' ', '~'])));
  expect(await read()).not.toEqual(before);
  const body = { user_id: advertiser.id, from: '2026-11-01', to: '2026-11-30' };
  expect((await app.operators.recount({ body, headers: operator })).status).toBe(202);
  await app.work('recount');
  await app.settle();
  expect(await read()).toEqual(before);
});

it('a recount is read once the stream has counted what it marked, and late marks are none of its own', async () => {
  const { world, app, advertiser, read, deps, table } = await scene();
  const range = { from: '2026-11-21', to: '2026-11-21' };
  await deps.cellStates.openRecount(advertiser.id, range, { counted: {}, since: '' });
  await advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
  await app.settle();
  await app.settle();
  const before = await read();
  const body = { user_id: advertiser.id, ...range };
  await app.operators.recount({ body, headers: operator });
  await app.work('recount');
  expect(await read()).toEqual(before);
  const [open] = (await deps.cellStates.one(advertiser.id)).recounts;
  expect(open).toMatchObject({ marked: 3 });
  expect(open).not.toHaveProperty('closedAt');
  await app.settle();
  await app.settle();
  expect(await read()).toEqual(before);
  expect(before).toContain('clicks 2026-11-21 spring ad_2 paid_other  2 0');
  expect(await deps.cells.markedCounted(advertiser.id, open as NonNullable<typeof open>)).toBe(3);

  const [click] = (await allItems(world, 'attribution')).filter(({ kind }) => kind === 'session');
  await deps.cellMarks.mark(click as never, 5);
  expect(await deps.cellMarks.mark(click as never, 4)).toMatchObject({ cellGeneration: 5 });
  expect(await table.get(click as never, { consistent: true })).toMatchObject({ cellGeneration: 5 });
});

it('the cells that a recount replaces are removed an hour after it, when no report reads them any more', async () => {
  const { world, app, advertiser, read, table, seal } = await scene();
  const before = await read();
  const { pk } = keyOf.cell({ accountId: advertiser.id, environment: 'live' }, 'clicks', {
    day: '',
    arrived: '',
    id: '',
  });
  const replaced = async () => (await Array.fromAsync(table.query(pk, [' ', '~']))).length;
  const body = { user_id: advertiser.id, from: '2026-11-01', to: '2026-11-30' };
  await app.operators.recount({ body, headers: operator });
  await app.work('recount');
  await app.settle();
  expect(await read()).toEqual(before);
  for (const [ms, left] of [
    [3_600_000, await replaced()],
    [1, 0],
  ] as const) {
    world.clock.now += ms;
    await seal();
    expect(await replaced()).toBe(left);
    expect(await read()).toEqual(before);
  }
});

it('a recount from a shell counts the cells of every account anew, of one with clicks alone too', async () => {
  const { app, advertiser, read, table, world } = await scene();
  await app.settle();
  const before = await read();
  const { pk } = keyOf.cell({ accountId: advertiser.id, environment: 'live' }, 'clicks', {
    day: '',
    arrived: '',
    id: '',
  });
  await table.removeMany(await Array.fromAsync(table.query(pk, [' ', '~'])));
  const orders = (await allItems(world, 'attribution')).filter(({ kind }) => kind === 'conversion');
  await table.removeMany(orders as never[]);
  const around = { signal: new AbortController().signal, onStep: () => {} };
  const tableName = `${world.prefix}attribution`;
  const now = () => world.clock.now;
  await recount({ dynamo: testDynamo(), tableName, ...everyDay, withCells: true, now }, around);
  await app.settle();
  expect(await read()).toEqual(before.filter((cell) => cell.startsWith('clicks')));
});

it('a night seals what no record can change any more, and later nights remove the cells that it sealed', async () => {
  const { world, app, advertiser, order, read, night, table, seal } = await scene(Date.now());
  for (const ad of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await advertiser.click(`svc_campaign=spring&svc_ad_id=${ad}`);
  await order('more', 3);
  await app.settle();
  const before = await read();
  world.clock.now += 4 * dayMs;
  await night();
  expect(await read()).toEqual(before);
  const openCells = async () => (await allItems(world, 'attribution')).filter(({ pk }) => String(pk).startsWith('CELLS#')).length;
  const sealedCells = await openCells();
  world.clock.now += 3_600_000;
  await seal();
  expect(await openCells()).toBe(sealedCells);
  world.clock.now += 1;
  await seal();
  expect(await openCells()).toBeLessThan(sealedCells);
  world.clock.now += dayMs;
  await night();
  expect(await read()).toEqual(before);
  const kinds = (await allItems(world, 'attribution')).map(({ pk }) => String(pk).split('#')[0]);
  expect(kinds.filter((kind) => kind === 'CELLS').length).toBeLessThan(8);
  expect(kinds).toContain('CELLSEALS');

  const [click] = (await allItems(world, 'attribution')).filter(({ kind }) => kind === 'session');
  const key = { pk: String(click?.pk), sk: String(click?.sk) };
  const values = { ':traffic': 'suspect' };
  await table.update({ key, update: 'SET facts.traffic = :traffic', values });
  await app.settle();
  const moved = await read();
  expect(moved).toHaveLength(before.length + 2);
  world.clock.now += 4 * dayMs;
  for (let nights = 0; nights < 3; nights++) {
    await seal();
    expect(await read()).toEqual(moved);
    world.clock.now += dayMs;
  }
});
