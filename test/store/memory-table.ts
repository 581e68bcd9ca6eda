import type { Item, Key } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';

/** Holds what a store wrote, item by item, for tests of stored contents. */
export function memoryTable(items: Item[] = []): { table: Table; items: Item[] } {
  const put = async (item: Item) => void items.push(item);
  const isAt = (item: Item, { pk, sk }: Key) => item.pk === pk && item.sk === sk;
  const table = {
    put,
    putMany: async (more: Item[]) => void items.push(...more),
    transact: async (parts: { put?: Item }[]) => void items.push(...parts.flatMap((part) => part.put ?? [])),
    get: async (key: Key) => items.find((item) => isAt(item, key)) ?? null,
    getMany: async (keys: Key[]) => items.filter((item) => keys.some((key) => isAt(item, key))),
    last: async (pk: string) => ({ items: items.filter((item) => item.pk === pk), more: false }),
    async *query(pk: string, [from = '', to = '']: string[]) {
      yield* items.filter((item) => item.pk === pk && item.sk >= from && item.sk <= to);
    },
  };
  return { table: table as unknown as Table, items };
}
