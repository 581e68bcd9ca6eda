import { pixelEventRows } from '#shared/backup/store/pruned-rows.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { logIdOf } from '#shared/event-log/rules/event-log.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { exportRowsIn } from '#shared/event-log/store/export-rows.ts';
import { logPageCost } from '#shared/event-log/store/log-pages.ts';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { counted } from '#test/store/stream-of.ts';

const now = Date.parse('2026-11-21T23:00:00Z');
const dayMs = 86_400_000;
type Batch = { RequestItems: Record<string, object[]> };
const [from, to] = ['2026-10-22', '2026-11-21'];

async function countingLog() {
  const { prefix } = await newWorld();
  const cost = { queries: 0, items: 0 };
  const inner = testDynamo();
  const store = { isFull: false, now };
  const isRefused = (text: string) => store.isFull && /"LOG#\d+#live#[\d-]+"/.test(text);
  const counting: Dynamo = async (operation, input) => {
    if (isRefused(JSON.stringify(input)) && operation === 'PutItem')
      throw new DynamoRefusal('ProvisionedThroughputExceededException', 'full');
    if (isRefused(JSON.stringify(input)) && operation === 'BatchWriteItem') {
      const [[name, requests]] = Object.entries((input as Batch).RequestItems) as [[string, object[]]];
      const left = requests.filter((request) => isRefused(JSON.stringify(request)));
      const rest = requests.filter((request) => !left.includes(request));
      if (rest.length > 0) await inner(operation, { RequestItems: { [name]: rest } });
      return { UnprocessedItems: { [name]: left } };
    }
    const output = await inner(operation, input);
    if (operation === 'Query') {
      cost.queries += 1;
      cost.items += output.Items?.length ?? 0;
    }
    return output;
  };
  const table = tableAt(`${prefix}attribution`, counting);
  const log = eventLogIn(table, { now: () => store.now, retentionDays: 90 });
  const project = async (events: readonly Conversion[]) => expect(await log.tryToWrite(events, [])).toEqual([]);
  const fill = (accountId: number, day: number, count: number) => {
    const at = (i: number) => new Date(Date.parse(to) - day * dayMs + i).toISOString();
    return project(Array.from({ length: count }, (_, i) => counted(accountId, `${day}-${i}`, { receivedAt: at(i) })));
  };
  async function pages(accountId: number, limit: number, wanted?: (id: string) => boolean) {
    const all: { ids: string[]; queries: number; items: number }[] = [];
    let start: Parameters<typeof log.page>[2]['start'] | null = { day: to };
    do {
      Object.assign(cost, { queries: 0, items: 0 });
      const choice = {
        limit,
        ...(wanted && { wanted: (e: { eventId?: string }) => wanted(e.eventId ?? '') }),
      };
      const page = await log.page(accountId, 'live', { from: `${from}T00:00:00.000Z`, start }, choice);
      all.push({ ids: page.entries.map(({ eventId }) => eventId ?? ''), ...cost });
      start = page.next;
    } while (start);
    return all;
  }
  return { prefix, log, table, store, project, fill, pages };
}

describe('a page of the event log', () => {
  it('a page of the event log reads as many entries as it shows, however many there are', async () => {
    const { fill, pages } = await countingLog();
    await fill(1, 0, 40);
    const few = (await pages(1, 20))[0];
    await fill(1, 0, 3000);
    const many = (await pages(1, 20))[0];
    expect(few).toMatchObject({ queries: 1, items: 20 });
    expect(many).toMatchObject({ queries: 1, items: 20 });
  });

  it('a page of the event log with a filter that hardly matches stays within its cost, page by page to the end, losing nothing', async () => {
    const { fill, pages } = await countingLog();
    for (const day of [0, 3, 30]) await fill(1, day, 1300);
    const rare = ['0-1299', '0-7', '3-650', '30-1', '30-0'];
    const found = await pages(1, 50, (id) => rare.includes(id));
    expect(found.flatMap(({ ids }) => ids)).toEqual(rare);
    expect(found.length).toBeGreaterThan(3);
    for (const { queries, items } of found) {
      expect(queries).toBeLessThanOrEqual(logPageCost.queries);
      expect(items).toBeLessThanOrEqual(logPageCost.items);
    }
    const none = await pages(1, 50, () => false);
    expect(none.flatMap(({ ids }) => ids)).toEqual([]);
    expect(Math.max(...none.map(({ items }) => items))).toBe(logPageCost.items);
  });

  it('a page of the event log over a month without entries is one page of one query a day', async () => {
    const { pages } = await countingLog();
    expect(await pages(2, 50)).toEqual([{ ids: [], queries: 31, items: 0 }]);
  });
});

describe('a busy day', () => {
  const owner = { accountId: 3, environment: 'live' as const };

  it('a full day continues in parts, and its pages show every entry once, in order', async () => {
    const { log, table, store, project, fill, pages } = await countingLog();
    await fill(3, 0, 300);
    store.isFull = true;
    const late = counted(3, '0-7', { receivedAt: `${to}T00:00:00.007Z`, reason: 'unknown_svc_click_id' });
    const { click: _, ...unmatched } = late;
    await fill(3, 0, 900);
    await project([{ ...late, matchedAt: `${to}T01:00:00.000Z` }]);
    await project([{ ...unmatched, counts: false }]);
    const partitions = new Set<string>();
    for (const part of [undefined, ...Array(32).keys()]) {
      const { pk } = keyOfEventLog.logEntry(3, 'live', to, { receivedAt: '', id: '', part });
      for await (const item of table.query(pk, [' ', afterPrefix('')])) partitions.add(item.pk);
    }
    expect(partitions.size).toBe(33);

    const ids = Array.from({ length: 900 }, (_, i) => `0-${899 - i}`);
    const shown = await pages(3, 50);
    expect(shown.flatMap((page) => page.ids)).toEqual(ids);
    for (const { items } of shown) expect(items).toBeLessThanOrEqual(logPageCost.items);
    const rare = ['0-899', '0-450', '0-299', '0-1'];
    const filtered = await pages(3, 50, (id) => rare.includes(id));
    expect(filtered.flatMap((page) => page.ids)).toEqual(rare);
    for (const { items } of filtered) expect(items).toBeLessThanOrEqual(logPageCost.items);
    const [entry, ...others] = await log.ofEvent(late);
    expect([entry?.matchedAt, others]).toEqual([`${to}T01:00:00.000Z`, []]);
    expect(await log.byLogId(3, logIdOf(entry as NonNullable<typeof entry>))).toMatchObject({
      eventId: '0-7',
    });
    expect(await log.byLogId(3, log.logIdOfAccepted(counted(3, '0-899', { receivedAt: `${to}T00:00:00.899Z` })) ?? '')).toMatchObject({
      eventId: '0-899',
    });
  });

  it('a busy day is exported in the order of arrival, and pruned with its parts', async () => {
    const { prefix, table, store, fill } = await countingLog();
    await fill(3, 0, 20);
    store.isFull = true;
    await fill(3, 0, 60);
    const conversions = Array.from({ length: 60 }, (_, i) => counted(3, `0-${i}`));
    await table.putMany(conversions.map((event) => ({ ...keyOfConversions.conversion(3, 'live', event.eventId), ...event })));
    const order = { id: 'x', createdAt: '', ...owner, from: to, to };
    const rows: string[] = [];
    let cursor: { day: string; sk: string } | undefined;
    for (;;) {
      const page = (await exportRowsIn(table).after(order, cursor, 7).next()).value;
      if (!page) break;
      rows.push(...page.conversions.map(({ eventId }: { eventId: string }) => eventId));
      cursor = page.cursor;
    }
    expect(rows).toEqual(conversions.map(({ eventId }) => eventId));

    store.isFull = false;
    const prune = pixelEventRows(table);
    for (const { pk, to: end } of await prune.rangesOf(to, '2026-11-23'))
      for (let keys = await prune.keys({ pk, to: end }, '', 100); keys.length > 0; ) {
        await prune.remove(keys);
        keys = await prune.keys({ pk, to: end }, '', 100);
      }
    const scan = await testDynamo()('Scan', { TableName: `${prefix}attribution` });
    expect(scan.Items?.filter(({ pk }) => !/CONVERSION#|CELLSTART/.test(JSON.stringify(pk)))).toEqual([]);
  });

  it('a busy day is noted once, however many processes have rows of it', async () => {
    const { table, store } = await countingLog();
    const registries = Array.from({ length: 5 }, () => dayRegistryIn(table, { now: () => store.now }));
    const update = vi.spyOn(table, 'update');
    for (const { note } of registries) expect(await note(to, owner, 1)).toBe(0);
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('a busy day is known by its rate over all processes, and the next day begins with parts', async () => {
    const { table, store } = await countingLog();
    const registry = () => dayRegistryIn(table, { now: () => store.now });
    const [first, second] = [registry(), registry()];
    const note = async (by: typeof first, rows: number, day = to) => await by.note(day, owner, rows);
    expect([await note(first, 900), await note(second, 900)]).toEqual([0, 0]);
    store.now += 3_600_000;
    expect(await note(first, 900)).toBe(0);
    store.now += 5000;
    expect(await note(second, 900)).toBe(0);
    store.now += 5000;
    expect(await note(first, 2500)).toBe(32);
    expect(await note(second, 1)).toBe(0);
    expect(await note(second, 1000)).toBe(32);
    expect(await note(first, 1, '2026-11-22')).toBe(32);
    expect(await first.partsOf('2026-11-22', owner)).toBe(32);
    expect(await first.partsOf('2026-11-23', owner)).toBe(0);
  });

  it('a busy day of many accounts is noted in lists, which the prune finds', async () => {
    const { table, store } = await countingLog();
    const registry = dayRegistryIn(table, { now: () => store.now });
    const noted = (accountId: number, day: string) => registry.note(day, { accountId, environment: 'live' }, 1);
    for (let account = 1; account <= 120; account++) await noted(account, to);
    await noted(500, '2026-11-22');
    const logs = async (day: string) => {
      const ranges = await pixelEventRows(table).rangesOf(day, '2026-11-25');
      return ranges.flatMap(({ pk }) => (pk.startsWith('LOG#') ? [Number(pk.split('#')[1])] : []));
    };
    expect((await logs(to)).sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(await logs('2026-11-22')).toEqual([500]);
    const { pk } = keyOfEventLog.pixelDayLists('2026-11-22');
    const head = await Array.fromAsync(table.query(pk, [' ', afterPrefix('')], { consistent: true }));
    expect(head.map(({ sk }) => sk)).toEqual(['LISTS']);
  });
});
