import { pixelEventRows } from '#shared/backup/store/pruned-rows.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const day = '2026-08-01';

it('an old day has the partitions of each account, and each list that is not empty, the first list last', async () => {
  const { prefix } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  await table.put({ ...keyOf.pixelDay(day, 1, 'live'), kind: 'pixel_day' });
  await table.put({ ...keyOf.pixelDay(day, 2, 'live', 0), kind: 'pixel_day', parts: 2 });
  await table.put({ ...keyOf.pixelDay(day, 3, 'test', 2), kind: 'pixel_day' });
  await table.put({ ...keyOf.pixelDay(day, 4, 'test', 2), kind: 'pixel_day' });
  await table.put({ ...keyOf.pixelDayLists(day), kind: 'pixel_day_lists', lists: 3 });
  const rows = pixelEventRows(table);
  const pks = async (before: string) => (await rows.rangesOf(day, before)).map(({ pk }) => pk);
  const found = await pks('2026-09-01');
  const rowsOf = (account: string) => found.filter((pk) => pk.includes(`#${account}#`));
  expect(['1#live', '2#live', '3#test', '4#test'].map((account) => rowsOf(account).length)).toEqual([4, 12, 4, 4]);
  expect(found.slice(24)).toEqual([`PIXELDAY#${day}#0`, `PIXELDAY#${day}#2`, `PIXELDAY#${day}`]);
  expect(await pks(`${day}T12:00:00.000Z`)).toEqual(found.slice(0, 24));
  const named = found.map((pk) => rows.nameOf({ pk, sk: '' }));
  const countOf = (name: string | null) => named.filter((one) => one === name).length;
  expect(['pixel_events', 'event_log', 'event_log_payloads', null].map(countOf)).toEqual([6, 6, 6, 9]);
});
