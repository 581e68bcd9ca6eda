import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { allSeries, type CountedCell, nameOf } from '#shared/cells/rules/cells.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export const dayMs = 86_400_000;
const dayOf = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);
const began = Date.parse('2026-11-21T12:00:00Z');

export async function scene(at = began) {
  const world = await newWorld(at);
  const app = await startApp(world);
  const advertiser = await newAdvertiser(app);
  const sid = await advertiser.click('utm_source=google&utm_medium=cpc&svc_campaign=spring&svc_ad_id=ad_1');
  await advertiser.click('svc_campaign=spring&svc_ad_id=ad_2');
  const { send } = sceneOf(app);
  const order = (event_id: string, value: number) => send(advertiser, { event_id, svc_click_id: sid, value, currency: 'EUR' });
  await order('o1', 12.5);
  await app.settle();
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  const now = () => world.clock.now;
  const deps = cellDepsOver(table, { now, scale: streamScaleIn(table, { now }) });
  const owner = { accountId: advertiser.id, environment: 'live' as const };
  const read = async () => {
    const cells: CountedCell[] = [];
    for (const series of allSeries)
      cells.push(...(await Array.fromAsync(readCells(owner, series, { from: dayOf(at - 30 * dayMs), to: dayOf(at + 30 * dayMs) }, deps))));
    const filled = cells.filter(({ count, value }) => count !== 0 || value !== '0');
    const short = filled.map((cell) => {
      const { series, day, count, value } = cell;
      const name = (one: Parameters<typeof nameOf>[1]) => nameOf(cell.names, one);
      return [series, day, name('campaign'), name('ad_id'), name('channel'), name('lag'), count, value].join(' ');
    });
    return short.sort();
  };
  const night = async () => {
    await app.runAtNight({ job: 'seal_cells', scheduledAt: new Date(world.clock.now).toISOString() });
    await app.work('recount');
  };
  const seal = () => sealsIn(table, { now, scale: streamScaleIn(table, { now }), cellStates: deps.cellStates }).seal(advertiser.id);
  return { world, app, advertiser, order, read, night, seal, deps, table };
}
