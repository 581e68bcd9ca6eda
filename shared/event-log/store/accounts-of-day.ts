import type { Item } from '#shared/store/item.ts';
import { afterPrefix, dayLists, keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

/** The lists of a day's accounts: one, and more on a day with many. */
export const listsOfDay: readonly (number | undefined)[] = [undefined, ...Array(dayLists).keys()];

/** The accounts of a list that had clicks, events or refused requests on a UTC day. */
export async function accountsOfDay(table: Table, day: string, list: number | undefined): Promise<number[]> {
  const { pk } = keyOf.pixelDay(day, 0, 'live', list);
  const accounts = new Set<number>();
  for await (const { sk } of table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true })) {
    const id = Number(sk.split('#')[0]);
    if (Number.isSafeInteger(id)) accounts.add(id);
  }
  return [...accounts];
}

/** Whether a day has more lists than the first. */
export const hasLists = async (table: Table, day: string): Promise<boolean> =>
  (await table.get<Item>(keyOf.pixelDayLists(day), { consistent: true })) !== null;
