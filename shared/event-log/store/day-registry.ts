import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { dayLists, keyOf } from '#shared/event-log/items.ts';
import { log } from '#shared/log.ts';
import type { Item, Key } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';

const maxKnown = 100_000;
/** At 10,000 rows a second, each part takes a third of a partition's writes. */
export const busyParts = 32;
const busyRate = 250;
const reportedRows = 200;
const shortestMs = 1000;
/** A single list of more accounts than this would exceed a partition's writes. */
const manyAccounts = 100;
const maxDays = 1000;

type DayItem = Item & { rows?: number; parts?: number };
type Known = {
  key: Key;
  noted: Promise<void>;
  parts: number;
  unreported: number;
  seen: { rows: number; at: number };
};
export type DayRegistry = ReturnType<typeof dayRegistryIn>;

/** A day is noted before its first row, so that the prune of old rows finds it. */
export function dayRegistryIn(table: Table, { now }: { now: () => number }) {
  const cachedDays = new Map<string, Known>();
  const lists = new Map<string, { accounts: number; noted?: Promise<void> | undefined }>();
  const nameOf = (day: string, accountId: AccountId, environment: Environment) => `${day} ${accountId} ${environment}`;

  async function write(cachedDay: Known, { rows, parts }: { rows: number; parts: number }): Promise<DayItem> {
    const item = await table.update<DayItem>({
      key: cachedDay.key,
      update: `SET #kind = :kind${parts > 0 ? ', #parts = :parts' : ''} ADD #rows :rows`,
      names: { '#kind': 'kind', '#rows': 'rows', ...(parts > 0 && { '#parts': 'parts' }) },
      values: { ':kind': 'pixel_day', ':rows': rows, ...(parts > 0 && { ':parts': parts }) },
    });
    cachedDay.parts = Math.max(cachedDay.parts, item.parts ?? 0);
    return item;
  }

  /** Hundreds of processes note a busy account after midnight, so they read the note first. */
  async function noteDay(cachedDay: Known, parts: number): Promise<DayItem> {
    const storedDay = await table.get<DayItem>(cachedDay.key);
    if (!storedDay || (storedDay.parts ?? 0) < parts) return await write(cachedDay, { rows: 0, parts });
    cachedDay.parts = Math.max(cachedDay.parts, storedDay.parts ?? 0);
    return storedDay;
  }

  function recordLists(day: string): Promise<void> | undefined {
    const dayList = lists.get(day) ?? { accounts: 0 };
    if (lists.size > maxDays) lists.clear();
    lists.set(day, dayList);
    dayList.accounts++;
    if (dayList.noted) return dayList.noted;
    if (dayList.accounts < manyAccounts && !lists.get(dayBefore(day))?.noted) return undefined;
    dayList.noted = table.put({ ...keyOf.pixelDayLists(day), kind: 'pixel_day', lists: dayLists });
    dayList.noted.catch(() => {
      dayList.noted = undefined;
    });
    return dayList.noted;
  }

  /** A day and account takes one read, and one write if it has no note. An account that was busy starts with parts. */
  function dayIn(day: string, accountId: AccountId, environment: Environment): Known {
    const name = nameOf(day, accountId, environment);
    const cachedDay = cachedDays.get(name);
    if (cachedDay) return cachedDay;
    if (cachedDays.size >= maxKnown) cachedDays.clear();
    const parts = cachedDays.get(nameOf(dayBefore(day), accountId, environment))?.parts ?? 0;
    const listed = recordLists(day);
    const newDay: Known = {
      key: keyOf.pixelDay(day, accountId, environment, listed && accountId % dayLists),
      noted: Promise.resolve(),
      parts: 0,
      unreported: 0,
      seen: { rows: 0, at: now() },
    };
    newDay.noted = Promise.all([noteDay(newDay, parts), listed]).then(([{ rows = 0 }]) => {
      newDay.seen = { rows, at: now() };
    });
    cachedDays.set(name, newDay);
    newDay.noted.catch(() => cachedDays.delete(name));
    return newDay;
  }

  async function report(cachedDay: Known): Promise<void> {
    const unreported = cachedDay.unreported;
    cachedDay.unreported = 0;
    const { rows = 0 } = await write(cachedDay, { rows: unreported, parts: 0 });
    const elapsed = now() - cachedDay.seen.at;
    if (elapsed < shortestMs) return;
    const rate = ((rows - cachedDay.seen.rows) / elapsed) * 1000;
    cachedDay.seen = { rows, at: now() };
    if (cachedDay.parts === 0 && rate > busyRate) await write(cachedDay, { rows: 0, parts: busyParts });
  }

  return {
    async note(day: string, { accountId, environment }: { accountId: AccountId; environment: Environment }, rows: number): Promise<number> {
      const cachedDay = dayIn(day, accountId, environment);
      await cachedDay.noted;
      cachedDay.unreported += rows;
      if (cachedDay.unreported >= reportedRows) await report(cachedDay).catch((error: Error) => log.warn('rows not reported', { error }));
      return cachedDay.parts;
    },

    /** The store rejected rows of the day's own partition for load, so the day gets parts. */
    async spread(day: string, { accountId, environment }: { accountId: AccountId; environment: Environment }): Promise<void> {
      const cachedDay = dayIn(day, accountId, environment);
      await cachedDay.noted;
      if (cachedDay.parts === 0) await write(cachedDay, { rows: 0, parts: busyParts });
    },

    async partsOf(
      day: string,
      { accountId, environment }: { accountId: AccountId; environment: Environment },
      { consistent = false } = {},
    ): Promise<number> {
      const keys = [undefined, accountId % dayLists].map((list) => keyOf.pixelDay(day, accountId, environment, list));
      const items = await table.getMany<DayItem>(keys, { consistent });
      return Math.max(0, ...items.map(({ parts = 0 }) => parts));
    },

    async partsOfDays(
      asked: readonly string[],
      { accountId, environment }: { accountId: AccountId; environment: Environment },
    ): Promise<Map<string, number>> {
      const dayByKey = new Map(
        asked.flatMap((day) =>
          [undefined, accountId % dayLists].map((list) => {
            const key = keyOf.pixelDay(day, accountId, environment, list);
            return [`${key.pk} ${key.sk}`, { day, key }] as const;
          }),
        ),
      );
      const items = await table.getMany<DayItem>(
        [...dayByKey.values()].map(({ key }) => key),
        { consistent: true },
      );
      const partsByDay = new Map<string, number>();
      for (const { pk, sk, parts = 0 } of items) {
        const day = dayByKey.get(`${pk} ${sk}`)?.day ?? '';
        partsByDay.set(day, Math.max(parts, partsByDay.get(day) ?? 0));
      }
      return partsByDay;
    },
  };
}

const dayBefore = (day: string) => dayOf(new Date(Date.parse(day) - days(1)).toISOString());
