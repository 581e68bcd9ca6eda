import { isOfDayBefore } from '#shared/event-log/store/accounts-of-day.ts';

const at = Date.parse('2026-11-21T12:00:00Z');

function tableWith(day: string | null) {
  const seen = { queries: 0, open: 0, most: 0 };
  const table = {
    async *query(pk: string) {
      seen.queries++;
      seen.most = Math.max(seen.most, ++seen.open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.open--;
      if (day !== null && pk.includes(day)) yield { pk };
    },
  };
  return { seen, table: table as never };
}

it('the first batch of a stream looks for earlier days with ten queries at a time, and stops at the first', async () => {
  const empty = tableWith(null);
  expect(await isOfDayBefore(empty.table, at)).toBe(false);
  expect(empty.seen).toMatchObject({ queries: 90, most: 10 });
  const recent = tableWith('2026-11-20');
  expect(await isOfDayBefore(recent.table, at)).toBe(true);
  expect(recent.seen.queries).toBe(10);
  expect(await isOfDayBefore(tableWith('2026-08-23').table, at)).toBe(true);
  expect(await isOfDayBefore(tableWith('2026-08-22').table, at)).toBe(false);
});
