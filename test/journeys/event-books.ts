import { gunzipSync } from 'node:zlib';
import { addDecimals } from '#shared/values/decimal.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';

type Headers = Record<string, string>;
type Environment = 'live' | 'test';
type Amount = { currency: string; value: string; count: number };

const dayMs = 86_400_000;
const reachDays = 30;

function withCents(value: string): string {
  const [whole, places = ''] = value.split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
}

function sumsOf(rows: Iterable<Amount>): Amount[] {
  const sums = new Map<string, Amount>();
  for (const { currency, value, count } of rows) {
    const sum = sums.get(currency) ?? { currency, value: '0', count: 0 };
    const added = addDecimals(sum.value, value);
    sums.set(currency, { currency, value: added, count: sum.count + count });
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, value: withCents(sum.value) }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
const countedIn = (rows: readonly { counted: boolean; currency?: string | undefined; value?: string | undefined }[]) =>
  sumsOf(rows.filter(({ counted }) => counted).map(({ currency = '', value = '' }) => ({ currency, value, count: 1 })));

export async function expectEventsToAgree(app: TestApp, account: { id: number }, headers: Headers, environment: Environment) {
  const dayOf = (days: number) => new Date(app.world.clock.now + days * dayMs).toISOString().slice(0, 10);
  const [from, to] = [dayOf(-reachDays), dayOf(0)];
  const log = await eventLog(app, headers, { environment, from, to });
  const accepted = log.filter(({ outcome }) => outcome === 'matched' || outcome === 'unmatched');
  const sums = countedIn(accepted);

  for (const time_basis of ['received', 'occurred', 'click'] as const)
    for (const group_by of ['campaign', 'day,event_type', 'matched_by', 'ad_id']) {
      const query = { environment, from, to, time_basis, group_by };
      const { rows } = bodyOf(await app.reports.reportConversions({ query, headers }));
      expect([time_basis, group_by, sumsOf(rows)]).toEqual([time_basis, group_by, sums]);
      expect(rows.filter(({ count }) => count === 0)).toEqual([]);
    }

  const funnel = bodyOf(await app.reports.reportFunnel({ query: { environment, from, to }, headers }));
  const counts = (name: 'count' | 'counted' | 'unmatched') => funnel.event_types.reduce((sum, one) => sum + one[name], 0);
  const isLate = (event: (typeof accepted)[number]) => event.late === true;
  const unmatched = accepted.filter(({ outcome }) => outcome === 'unmatched');
  const { quality } = funnel;
  // The log is current, and event types are as they arrived.
  expect({
    events: counts('count'),
    counted: counts('counted'),
    unmatched: counts('unmatched'),
    late: quality.late_matches,
    unattributed: quality.unattributed.reduce((sum, { count }) => sum + count, 0),
  }).toEqual({
    events: accepted.length,
    counted: accepted.filter((one) => one.counted && !isLate(one)).length,
    unmatched: unmatched.length + accepted.filter(isLate).length,
    late: accepted.filter(isLate).length,
    unattributed: unmatched.length,
  });

  const lines = await exportedEvents(app, account, headers, { environment, from, to });
  expect(lines.map(({ event_id }) => event_id).sort()).toEqual(accepted.map(({ event_id }) => event_id).sort());
  expect(countedIn(lines)).toEqual(sums);
  await expectSameElsewhere(app, account, headers, { environment, log, accepted, sums });
  return sums;
}

type LogRow = Awaited<ReturnType<typeof eventLog>>[number];
async function expectSameElsewhere(
  app: TestApp,
  { id }: { id: number },
  headers: Headers,
  books: { environment: Environment; log: LogRow[]; accepted: LogRow[]; sums: Amount[] },
) {
  const { environment, log, accepted, sums } = books;
  for (const { event_id = '', counted, value, currency } of accepted.slice(0, 5)) {
    const query = { environment };
    const receipt = await app.events.readConversion({ params: { event_id }, query, headers });
    expect(bodyOf(receipt)).toMatchObject({ event_id, counted, value, currency });
  }
  const url = `https://api.example/api/v1/pixel/reports/conversions?environment=${environment}&group_by=currency&format=csv`;
  const csv = await (await app.send(new Request(url, { headers }))).text();
  const rows = csv.trim().split(/\r?\n/).slice(1);
  expect(rows).toEqual(sums.map(({ currency, count, value }) => `${currency},${count},${value}`));

  const params = { user_id: id };
  const query = { environment, limit: 100 };
  const seen = bodyOf(await app.operators.listAccountEvents({ params, query, headers: operator }));
  const name = (row: { received_at: string; outcome: string; event_id?: string | null | undefined }) =>
    `${row.received_at} ${row.outcome} ${row.event_id ?? null}`;
  const oldest = new Date(app.world.clock.now - 6 * dayMs).toISOString();
  const recent = (row: { received_at: string }) => row.received_at >= oldest;
  expect(seen.events.filter(recent).map(name)).toEqual(log.slice(0, 100).filter(recent).map(name));
}

export async function eventLog(app: TestApp, headers: Headers, query: object = {}) {
  const events = [];
  let cursor: string | undefined;
  do {
    const asked = { ...query, limit: 7, ...(cursor && { cursor }) };
    const page = bodyOf(await app.events.listEvents({ query: asked, headers }));
    events.push(...page.events);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return events;
}

type Line = { event_id: string; counted: boolean; currency?: string; value?: string };
async function exportedEvents(
  app: TestApp,
  { id }: { id: number },
  headers: Headers,
  body: { environment: Environment; from: string; to: string },
): Promise<Line[]> {
  const { export_id } = bodyOf(await app.events.createExport({ body, headers }));
  await app.work('export');
  const done = bodyOf(await app.events.readExport({ params: { id: export_id }, headers }));
  const lines = linesOf(app, `exports/${id}/${export_id}.ndjson.gz`) as Line[];
  expect(done).toMatchObject({ status: 'completed', rows: lines.length });
  return lines;
}

export function linesOf(app: TestApp, name: string): Record<string, unknown>[] {
  const file = app.world.objects.files.get(name);
  if (!file) throw new Error(`There is no file ${name}.`);
  const text = gunzipSync(file).toString().trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
}
