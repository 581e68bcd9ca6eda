import { activityNamesIn, maxNames } from '#shared/reports/store/activity-names.ts';
import { tableAt } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const day = { accountId: 1, environment: 'live', day: '2026-11-20', source: 'server' } as const;
const numbered = (count: number, prefix = 'n') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

async function scene() {
  const world = await newWorld();
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  const process = () => activityNamesIn(table, { now: () => world.clock.now });
  const stored = async () => (await allItems(world, 'attribution')).filter(({ kind }) => kind === 'activity_names');
  return { world, process, stored };
}

it('a day keeps its first hundred names, exactly, in every process', async () => {
  const { process, stored } = await scene();
  const first = process();
  expect((await first.kept(numbered(maxNames - 1), day)).size).toBe(maxNames - 1);
  const other = process();
  await other.kept(['n0'], day);
  expect(await first.kept(['late'], day)).toContain('late');
  const full = await other.kept(['later'], day);
  expect([full.size, full.has('late'), full.has('later')]).toEqual([maxNames, true, false]);
  expect(await process().kept(numbered(150, 'm'), { ...day, source: 'browser' })).toHaveProperty('size', 100);
  expect((await stored()).map(({ sk }) => sk).sort()).toEqual(['2026-11-20#browser', '2026-11-20#server']);
});

it('names are kept forty days after the last new name', async () => {
  const { world, process, stored } = await scene();
  await process().kept(['a'], day);
  world.clock.now += days(1);
  await process().kept(['a', 'b'], day);
  const [item] = await stored();
  expect(item?.ttl).toBe(Math.ceil((world.clock.now + days(40)) / 1000));
});
