import type { Item } from '#shared/store/item.ts';
import { afterPrefix, dayLists, keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

export const listsOfDay: readonly (number | undefined)[] = [undefined, ...Array(dayLists).keys()];

export async function accountsOfDay(table: Table, day: string, list: number | undefined): Promise<number[]> {
  const { pk } = keyOf.pixelDay(day, 0, 'live', list);
  const accounts = new Set<number>();
  for await (const { sk } of table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true })) {
    const id = Number(sk.split('#')[0]);
    if (Number.isSafeInteger(id)) accounts.add(id);
  }
  return [...accounts];
}

export const hasLists = async (table: Table, day: string): Promise<boolean> =>
  (await table.get<Item>(keyOf.pixelDayLists(day), { consistent: true })) !== null;

/** A stage can be without events for this many days. */
const idleDays = 90;

export async function isOfDayBefore(table: Table, at: number): Promise<boolean> {
  const hasNotes = Array.from({ length: idleDays }, async (_, back) => {
    const { pk } = keyOf.pixelDay(dayOf(new Date(at - days(back + 1)).toISOString()), 0, 'live');
    for await (const _row of table.query<Item>(pk, [' ', afterPrefix('')])) return true;
    return false;
  });
  return (await Promise.all(hasNotes)).includes(true);
}
