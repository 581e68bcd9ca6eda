import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { logPageCost } from '#shared/event-log/store/log-pages.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { counted } from '#test/store/stream-of.ts';

const now = Date.parse('2026-11-21T23:00:00Z');
const dayMs = 86_400_000;
const [from, to] = ['2026-10-22', '2026-11-21'];

/** The event log on an engine that counts what is read. */
async function countingLog() {
  const { prefix } = await newWorld();
  const cost = { queries: 0, items: 0 };
  const inner = sdkDynamo();
  const counting: Dynamo = async (operation, input) => {
    const output = await inner(operation, input);
    if (operation === 'Query') {
      cost.queries += 1;
      cost.items += output.Items?.length ?? 0;
    }
    return output;
  };
  const log = eventLogIn(tableAt(`${prefix}attribution`, counting), { now: () => now, retentionDays: 90 });
  const fill = (accountId: number, day: number, count: number) => {
    const at = (i: number) => new Date(Date.parse(to) - day * dayMs + i).toISOString();
    return log.accepted(
      Array.from({ length: count }, (_, i) => counted(accountId, `${day}-${i}`, { receivedAt: at(i) })),
    );
  };
  /** Every page to the end, with what each cost. */
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
  return { log, fill, pages };
}

describe('a page of the event log', () => {
  it('reads as many entries as it shows, however many there are', async () => {
    const { fill, pages } = await countingLog();
    await fill(1, 0, 40);
    const few = (await pages(1, 20))[0];
    await fill(1, 0, 3000);
    const many = (await pages(1, 20))[0];
    expect(few).toMatchObject({ queries: 1, items: 20 });
    expect(many).toMatchObject({ queries: 1, items: 20 });
  });

  it('with a filter that hardly matches stays within its cost, page by page to the end, losing nothing', async () => {
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
    // Nothing matches: still to the end, still bounded.
    const none = await pages(1, 50, () => false);
    expect(none.flatMap(({ ids }) => ids)).toEqual([]);
    expect(Math.max(...none.map(({ items }) => items))).toBe(logPageCost.items);
  }, 60_000);

  it('over a month without entries is one page of one query a day', async () => {
    const { pages } = await countingLog();
    expect(await pages(2, 50)).toEqual([{ ids: [], queries: 31, items: 0 }]);
  });
});
