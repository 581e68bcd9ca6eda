import { reportConversions } from '#functions/api/reports/report-conversions.ts';

const rowCount = 8000;
const day = '2026-11-20';
/** A quotation mark of a name is four bytes in the response of Lambda. */
const name = (at: number) => `${at} "${'é'.repeat(250)}`;
const none = { count: 0, value: '0', quarters: new Map() };

async function* totals() {
  for (let at = 0; at < rowCount; at++)
    yield {
      accountId: 1,
      environment: 'live',
      basis: 'occurred',
      pixelKey: 'pk_1',
      day,
      currency: 'USD',
      campaign: name(at),
      ad_group: '',
      ad_id: `${at}`,
      event_type: 'order_created',
      count: 1,
      value: '2',
      quarters: new Map(),
      byUser: none,
      newest: `${day}T10:00:00.000Z`,
    };
}
const deps = { totals: { between: totals }, now: () => Date.parse('2026-11-21T12:00:00Z') };
type Page = {
  body: string | { rows: object[]; next_cursor: string | null };
  headers: Record<string, string>;
};
const { handle, query: schema } = reportConversions as unknown as {
  handle(request: object, deps: object): Promise<Page>;
  query: { parse(query: object): object };
};
const ask = (query: object) => handle({ query: schema.parse(query), actor: { accountId: 1 }, header: () => undefined }, deps);

it.each([
  { from: day, to: day },
  { from: day, to: day, format: 'csv', group_by: 'campaign,ad_id' },
])('pages of the conversions report with %j end before the most that Lambda sends, and have each row once', async (query) => {
  const rows: string[] = [];
  let pages = 0;
  for (let next: object | null = {}; next !== null; pages++) {
    const { body, headers } = await ask({ ...query, ...next });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(4_100_000);
    const lines = text.split('\r\n').slice(1, -1);
    rows.push(...(typeof body === 'string' ? lines : body.rows.map((row) => JSON.stringify(row))));
    const cursor = typeof body === 'string' ? headers['x-next-cursor'] : body.next_cursor;
    next = cursor ? { cursor: `${cursor}.${'0'.repeat(16)}` } : null;
  }
  expect(rows).toHaveLength(rowCount);
  expect(new Set(rows).size).toBe(rowCount);
  expect(pages).toBeGreaterThan(1);
});
