import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';
import { dayRegistryIn } from './day-registry.ts';
import type { ExportOrder, ExportProgress } from './exports.ts';
import { rowsInOrder } from './rows-in-order.ts';

export type ExportRows = ReturnType<typeof exportRowsIn>;
export type RowsPage = { conversions: Conversion[]; cursor: NonNullable<ExportProgress['cursor']> };

/** The export reads the log's partitions of days, and needs no scan or index. */
export const exportRowsIn = (table: Table) => {
  const registry = dayRegistryIn(table, { now: Date.now });
  return {
    async *after(
      { accountId, environment, from, to, timeZone = 'UTC', pixelKey }: ExportOrder,
      cursor: ExportProgress['cursor'],
      pageSize: number,
    ): AsyncGenerator<RowsPage> {
      const days = reportDays(from, to, timeZone);
      const events = async (entries: readonly LogEntry[]): Promise<Conversion[]> => {
        const isWanted = (entry: LogEntry) =>
          (entry.outcome === 'matched' || entry.outcome === 'unmatched') &&
          (pixelKey === undefined || entry.pixelKey === pixelKey) &&
          days.includes(entry.receivedAt);
        const keys = entries.filter(isWanted).map(({ eventId = '' }) => keyOfConversions.conversion(accountId, environment, eventId));
        const eventsByKey = new Map((await table.getMany<Item & Conversion>(keys)).map((item) => [item.pk, item]));
        // An eventually consistent read may miss new events.
        const missing = keys.filter(({ pk }) => !eventsByKey.has(pk));
        for (const item of await table.getMany<Item & Conversion>(missing, { consistent: true })) eventsByKey.set(item.pk, item);
        return keys.flatMap(({ pk }) => eventsByKey.get(pk) ?? []);
      };
      for (let day = cursor?.day ?? days.firstUtcDay; day <= days.lastUtcDay; day = nextDay(day)) {
        const parts = partsOfDay(await registry.partsOf(day, { accountId, environment }, { consistent: true }));
        const pks = parts.map((part) => keyOf.logEntry(accountId, environment, day, { receivedAt: '', id: '', part }).pk);
        // All sort keys have one length, so only the cursor's own entry sorts before this text.
        const first = cursor?.day === day ? `${cursor.sk} ` : ' ';
        let entries: (Item & LogEntry)[] = [];
        const queries = pks.map((pk) => table.query<Item & LogEntry>(pk, [first, afterPrefix('')]));
        for await (const entry of rowsInOrder(queries)) {
          entries.push(entry);
          if (entries.length < pageSize) continue;
          yield { conversions: await events(entries), cursor: { day, sk: entry.sk } };
          entries = [];
        }
        const last = entries.at(-1);
        if (last) yield { conversions: await events(entries), cursor: { day, sk: last.sk } };
      }
    },
  };
};

const nextDay = (day: string) => new Date(Date.parse(day) + days(1)).toISOString().slice(0, 10);
