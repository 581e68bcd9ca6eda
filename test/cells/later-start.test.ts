import { keyOf } from '#shared/cells/items.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { dayMs, scene } from './scene.ts';

it('an upgraded stage counts the days of orders once no older worker runs, and changes of earlier orders move none of them', async () => {
  const { world, app, advertiser, order, read, table } = await scene();
  const start = await table.get(keyOf.cellStart());
  if (!start) throw new Error('No start of cells is stored.');
  const { laterSince: _, ...ofEarlierRelease } = start as typeof start & { laterSince: string };
  await table.put(ofEarlierRelease);
  const upgraded = await app.restart();
  world.clock.now += dayMs;
  await order('early', 7);
  await upgraded.settle();
  const later = async () => (await read()).filter((line) => line.includes('_later'));
  expect(await later()).toEqual([]);
  world.clock.now += dayMs;
  await order('late', 9);
  const adjustments = ['early', 'late'].map((event_id) => ({
    event_id,
    net_value: 3,
    reason: 'refund' as const,
  }));
  await upgraded.settle();
  await upgraded.adjustments.adjustEvents({ query: {}, body: { adjustments }, headers: advertiser.key });
  await upgraded.settle();
  const ofLate = [
    'click_later 2026-11-21 spring ad_1 paid_search 2 2026-11-23 1 9',
    'net_click_later 2026-11-21 spring ad_1 paid_search 2 2026-11-23 1 -6',
  ];
  expect(await later()).toEqual(ofLate);
  const body = { user_id: advertiser.id, from: '2026-11-01', to: '2026-11-30' };
  await upgraded.operators.recount({ body, headers: operator });
  await upgraded.work('recount');
  await upgraded.settle();
  expect(await later()).toEqual([
    'click_later 2026-11-21 spring ad_1 paid_search 1 2026-11-22 1 7',
    ofLate[0],
    'net_click_later 2026-11-21 spring ad_1 paid_search 1 2026-11-22 1 -4',
    ofLate[1],
  ]);
});
