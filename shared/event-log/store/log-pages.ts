import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/** Where a page ended: within a day's partition, after its sort key `before`, or at its newest entry without one. */
export type LogPlace = { day: string; before?: string };
export type LogPage = { entries: LogEntry[]; next: LogPlace | null };

/**
 * What one page may cost, however many entries there are: so many queries (a day without entries takes one) and so
 * many items read. A page that has used them up ends there, with what it has found.
 */
export const logPageCost = { queries: 40, items: 1000 } as const;
/** Items a query reads when a filter may drop most of them. */
const filteredQueryItems = 250;
/**
 * A page of an account's log, newest first, from a place back to the instant `from` (ISO 8601 UTC): at most `limit`
 * entries that are `wanted`, and where the next page begins. `next` is null only at the end, so a page may be short, even
 * empty.
 */
export const pageOfLog =
  (table: Table, now: () => number) =>
  async (
    accountId: number,
    environment: Environment,
    { from, start }: { from: string; start: LogPlace },
    { limit, wanted }: { limit: number; wanted?: ((entry: LogEntry) => boolean) | undefined },
  ): Promise<LogPage> => {
    const entries: LogEntry[] = [];
    let { day, before } = { before: undefined, ...start } as { day: string; before: string | undefined };
    const firstDay = dayOf(from);
    const here = (): LogPlace => ({ day, ...(before !== undefined && { before }) });
    let itemsLeft: number = logPageCost.items;
    for (let queries = 0; queries < logPageCost.queries && itemsLeft > 0; queries++) {
      const ask = wanted ? filteredQueryItems : limit - entries.length;
      const { pk } = keyOf.logEntry(accountId, environment, day, '', '');
      const { items, more } = await table.last<Item & LogEntry>(pk, {
        before,
        limit: Math.min(ask, itemsLeft),
      });
      itemsLeft -= items.length;
      for (const item of items) {
        if (item.receivedAt < from) return { entries, next: null };
        before = item.sk;
        const isKept = Number(item.ttl) * 1000 > now();
        if (isKept && (wanted?.(item) ?? true) && entries.push(item) === limit)
          return { entries, next: here() };
      }
      if (more) continue;
      if (day <= firstDay) return { entries, next: null };
      day = dayOf(new Date(Date.parse(day) - days(1)).toISOString());
      before = undefined;
    }
    return { entries, next: here() };
  };
