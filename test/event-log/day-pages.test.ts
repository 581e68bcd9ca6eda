import type { DayPlace } from '#shared/event-log/rules/day-parts.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { dayPagesIn } from '#shared/event-log/store/day-pages.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const day = '2026-11-21';
const now = () => Date.parse(`${day}T12:00:00Z`);
const owner = { accountId: 7, environment: 'live' as const };
const clicks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...owner,
    sid: `s_${String(at).padStart(22, '0')}`,
    createdAt: new Date(now() + at).toISOString(),
  }));

async function scene() {
  const table = tableAt(`${(await newWorld()).prefix}attribution`, testDynamo());
  const newRows = () => clickRowsIn(table, { now, retentionDays: 90 });
  const rows = newRows();
  const registry = dayRegistryIn(table, { now });
  const pages = dayPagesIn(table);
  async function read(): Promise<string[][]> {
    const read: string[][] = [];
    let place: DayPlace | null | undefined;
    do {
      const parts = (await registry.partsOfDays([day], owner)).get(day) ?? 0;
      const { ids, next } = await pages.clicks({ ...owner, day, parts }, place ?? undefined);
      read.push(ids);
      place = next;
    } while (place);
    return read;
  }
  return { rows, newRows, registry, read };
}
const sidsOf = (some: { sid: string }[]) => some.map(({ sid }) => sid);

it('pages of a day have 100 rows, and together each click once', async () => {
  const { rows, read } = await scene();
  await rows.write(clicks(250));
  const pages = await read();
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(pages.flat()).toEqual(sidsOf(clicks(250)));
});

it('pages of a day that became busy have each click once, also a click whose row was written before and after', async () => {
  const { rows, newRows, registry, read } = await scene();
  await rows.write(clicks(150));
  await registry.spread(day, owner);
  await newRows().write(clicks(250).slice(100));
  expect((await read()).flat().sort()).toEqual(sidsOf(clicks(250)));
});

it('days without rows are told apart from days with rows in one call', async () => {
  const { rows, registry } = await scene();
  await rows.write(clicks(1));
  expect(await registry.partsOfDays(['2026-11-20', day, '2026-11-22'], owner)).toEqual(new Map([[day, 0]]));
});
