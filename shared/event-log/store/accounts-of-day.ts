import { dayLists, keyOf } from '#shared/event-log/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
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
/** The first batch of a stream must not open 90 connections. */
const daysAtOnce = 10;

export async function isOfDayBefore(table: Table, at: number): Promise<boolean> {
  const hasNotes = async (back: number) => {
    const { pk } = keyOf.pixelDay(dayOf(new Date(at - days(back)).toISOString()), 0, 'live');
    for await (const _row of table.query<Item>(pk, [' ', afterPrefix('')], { pageItems: 1 })) return true;
    return false;
  };
  for (let back = 1; back <= idleDays; back += daysAtOnce) {
    const some = Array.from({ length: daysAtOnce }, (_, more) => hasNotes(back + more));
    if ((await Promise.all(some)).includes(true)) return true;
  }
  return false;
}
