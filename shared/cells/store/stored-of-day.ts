import type { Counted, Owner } from '#shared/cells/rules/cells.ts';
import { keyOf } from '#shared/conversions/items.ts';
import { adjustedRowsIn } from '#shared/event-log/store/adjusted-rows.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { eventIdsOfDay } from '#shared/event-log/store/event-ids-of-day.ts';
import type { Item, Key } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';

export type StoredPart = { items: Counted[]; last: string };

const partSize = 100;

export function storedOfDayIn(table: Table, { now, retentionDays }: { now: () => number; retentionDays: number }) {
  const rows = clickRowsIn(table, { now, retentionDays });
  const adjusted = adjustedRowsIn(table, { now, retentionDays });
  const eventIds = eventIdsOfDay(table, dayRegistryIn(table, { now }));

  /** All IDs of a day are in memory, at about 100 bytes each, so a caller can continue after any ID. */
  async function* stored(ids: AsyncIterable<string>, keyOfId: (id: string) => Key, after: string): AsyncGenerator<StoredPart> {
    const ordered = (await Array.fromAsync(ids)).filter((id) => id > after).sort();
    for (let start = 0; start < ordered.length; start += partSize) {
      const part = ordered.slice(start, start + partSize);
      const items = await table.getMany<Item>(part.map(keyOfId), { consistent: true });
      yield { items: items as unknown as Counted[], last: part.at(-1) as string };
    }
  }

  return {
    clicks: ({ accountId, environment }: Owner, day: string, after = '') =>
      stored(rows.ofDay(accountId, environment, day), keyOf.click, after),
    events: ({ accountId, environment }: Owner, day: string, after = '') =>
      stored(eventIds(accountId, environment, day), (id) => keyOf.conversion(accountId, environment, id), after),
    adjusted: ({ accountId, environment }: Owner, day: string, after = '') =>
      stored(adjusted.ofDay(accountId, environment, day), (id) => keyOf.conversion(accountId, environment, id), after),
  };
}
