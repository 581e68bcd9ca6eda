import { PerformanceQuery } from '#functions/api/reports/performance-query.ts';
import { reportPerformance } from '#functions/api/reports/report-performance.ts';
import type { CountedCell, Series } from '#shared/cells/rules/cells.ts';
import { noState } from '#shared/cells/rules/generations.ts';
import { cell } from '#test/performance/memory.ts';

const rowCount = 1600;
const [day, dayBefore] = ['2026-11-20', '2026-11-19'];
/** A quotation mark of a name is four bytes in the response of Lambda. */
const name = (at: number) => `${at} "${'é'.repeat(460)}`;

function* clicksOn(series: Series): Generator<CountedCell> {
  if (series !== 'clicks') return;
  for (let at = 0; at < rowCount; at++)
    for (const on of [day, dayBefore]) yield cell('clicks', on, { campaign: name(at), ad_group: name(at), ad_id: name(at) }, 1);
}
const none = async function* () {};
const deps = {
  now: () => Date.parse('2026-11-21T12:00:00Z'),
  cells: { between: (_: object, series: Series) => [[...clicksOn(series)]] },
  cellStates: { one: async () => noState },
  cellStart: { said: async () => ({ factsSince: null, incompleteBefore: null }) },
  accountSettings: { read: async () => ({}) },
  spendDays: { between: none },
  spendAliases: { all: async () => [] },
  keys: { clickWindowDays: async () => 30 },
};
type Page = {
  body: string | { rows: object[]; next_cursor: string | null };
  headers: Record<string, string>;
};
const { handle } = reportPerformance as unknown as { handle(request: object, deps: object): Promise<Page> };
const ask = (query: object) =>
  handle(
    {
      query: PerformanceQuery.parse({
        from: day,
        to: day,
        conversion: 'order_created',
        limit: 10_000,
        ...query,
      }),
      actor: { accountId: 1 },
      header: () => undefined,
    },
    deps,
  );
const bound = (cursor: string | null | undefined) => (cursor ? { cursor: `${cursor}.${'0'.repeat(16)}` } : null);

describe('a page of the performance report', () => {
  it.each([{}, { compare: 'previous_period' }, { format: 'csv' }, { format: 'csv', compare: 'previous_period' }])(
    'with %j ends before the most that Lambda sends, and all pages have each row once',
    async (query) => {
      const names: string[] = [];
      let pages = 0;
      for (let next: object | null = {}; next !== null; pages++) {
        const { body, headers } = await ask({ ...query, ...next });
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(4_100_000);
        const lines = text.split('\r\n').slice(1, -1);
        names.push(...(typeof body === 'string' ? lines : body.rows.map((row) => JSON.stringify(row))));
        next = bound(typeof body === 'string' ? headers['x-next-cursor'] : body.next_cursor);
      }
      expect(names).toHaveLength(rowCount);
      expect(new Set(names).size).toBe(rowCount);
      expect(pages).toBeGreaterThan(1);
    },
  );
});
