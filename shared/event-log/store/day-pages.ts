import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { type DayPlace, partOf, partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Day = { accountId: AccountId; environment: Environment; day: string; parts: number };
export type DayPage = { ids: string[]; next: DayPlace | null };

const pageRows = 100;

export function dayPagesIn(table: Table) {
  async function page<T extends Item>(
    { parts }: Day,
    start: DayPlace | undefined,
    pkOf: (part: number | undefined) => string,
  ): Promise<{ rows: T[]; next: DayPlace | null }> {
    const partitions = partsOfDay(parts);
    const { part, after } = start ?? { part: 0, after: '' };
    const range = [`${after} `, afterPrefix('')] as const;
    const rows: T[] = [];
    const options = { consistent: true, pageItems: pageRows };
    for await (const row of table.query<T>(pkOf(partitions[part]), range, options)) {
      rows.push(row);
      if (rows.length === pageRows) break;
    }
    const last = rows.at(-1);
    const isFull = last !== undefined && rows.length === pageRows;
    const isLast = part + 1 >= partitions.length;
    const next = isFull ? { part, after: last.sk } : isLast ? null : { part: part + 1, after: '' };
    // Rows of a day that became busy are also in its first partition.
    const isShared = part === 0 && parts > 0 && rows.length > 0;
    return { rows: isShared ? await withoutCopies(rows, parts, pkOf) : rows, next };
  }

  async function withoutCopies<T extends Item>(
    rows: readonly T[],
    parts: number,
    pkOf: (part: number | undefined) => string,
  ): Promise<T[]> {
    const keys = rows.map(({ sk }) => ({ pk: pkOf(partOf(idOf(sk), parts)), sk }));
    const copies = await table.getMany<Item>(keys, { consistent: true });
    const copied = new Set(copies.map(({ sk }) => sk));
    return rows.filter(({ sk }) => !copied.has(sk));
  }

  return {
    async clicks(day: Day, start?: DayPlace): Promise<DayPage> {
      const pkOf = (part: number | undefined) => keyOf.clickRow(day.accountId, day.environment, day.day, { at: '', id: '', part }).pk;
      const { rows, next } = await page<Item>(day, start, pkOf);
      return { ids: rows.map(({ sk }) => idOf(sk)), next };
    },

    async entries(day: Day, start?: DayPlace): Promise<{ entries: LogEntry[]; next: DayPlace | null }> {
      const pkOf = (part: number | undefined) =>
        keyOf.logEntry(day.accountId, day.environment, day.day, { receivedAt: '', id: '', part }).pk;
      const { rows, next } = await page<Item & LogEntry>(day, start, pkOf);
      return { entries: rows, next };
    },

    async events(day: Day, start?: DayPlace): Promise<DayPage> {
      const pkOf = (part: number | undefined) =>
        keyOf.logEntry(day.accountId, day.environment, day.day, { receivedAt: '', id: '', part }).pk;
      const { rows, next } = await page<Item & LogEntry>(day, start, pkOf);
      const accepted = rows.filter(({ outcome }) => outcome === 'matched' || outcome === 'unmatched');
      return { ids: accepted.flatMap(({ eventId }) => eventId ?? []), next };
    },
  };
}

const idOf = (sk: string) => sk.slice(sk.indexOf('#') + 1);
