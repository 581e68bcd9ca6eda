import type { Counted, Owner } from '#shared/cells/rules/cells.ts';
import { adjustedRowsIn } from '#shared/event-log/store/adjusted-rows.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { eventIdsOfDay } from '#shared/event-log/store/event-ids-of-day.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

/** Keys of one call. */
const partSize = 100;

/** Finds the stored clicks and events of a day by the rows of its log, and events by rows of adjustments, from the primary copy. */
export function storedOfDayIn(
  table: Table,
  { now, retentionDays }: { now: () => number; retentionDays: number },
) {
  const rows = clickRowsIn(table, { now, retentionDays });
  const adjusted = adjustedRowsIn(table, { now, retentionDays });
  const eventIds = eventIdsOfDay(table, dayRegistryIn(table, { now }));

  async function* stored(
    ids: AsyncIterable<string>,
    keyOfId: (id: string) => Key,
  ): AsyncGenerator<Counted[]> {
    let keys: Key[] = [];
    const read = () =>
      table.getMany<Item>(keys, { consistent: true }) as Promise<unknown> as Promise<Counted[]>;
    for await (const id of ids) {
      keys.push(keyOfId(id));
      if (keys.length < partSize) continue;
      yield await read();
      keys = [];
    }
    if (keys.length > 0) yield await read();
  }

  return {
    clicks: ({ accountId, environment }: Owner, day: string) =>
      stored(rows.ofDay(accountId, environment, day), keyOf.click),
    events: ({ accountId, environment }: Owner, day: string) =>
      stored(eventIds(accountId, environment, day), (id) => keyOf.conversion(accountId, environment, id)),
    adjusted: ({ accountId, environment }: Owner, day: string) =>
      stored(adjusted.ofDay(accountId, environment, day), (id) =>
        keyOf.conversion(accountId, environment, id),
      ),
  };
}
