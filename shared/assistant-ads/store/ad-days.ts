import { keyOf } from '#shared/assistant-ads/items.ts';
import type { DayOfAccount } from '#shared/assistant-ads/rules/assistant-report.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type AdDays = ReturnType<typeof adDaysIn>;

type DayItem = Item & DayOfAccount & { part: number; parts: number };

const retentionSeconds = daysInSeconds(400);
/** This many ads with the longest IDs take two thirds of an item's size limit. */
const adsPerItem = 1000;

/** The vendor changes the figures of the last days until they are final. */
export const adDaysIn = (table: Table, { now }: { now: () => number }) => ({
  /** The write of several items is not atomic, but the caller repeats it. */
  async put(userId: AccountId, accountId: string, days: readonly DayOfAccount[]): Promise<void> {
    const ttl = Math.ceil(now() / 1000) + retentionSeconds;
    await table.putMany(
      days.flatMap(({ day, readFor, ads, conversions }) => {
        const parts = Math.max(1, Math.ceil(Math.max(ads.length, conversions.length) / adsPerItem));
        return Array.from({ length: parts }, (_, part) => ({
          ...keyOf.adDay(userId, accountId, day, part),
          kind: 'ad_day',
          day,
          readFor,
          part,
          parts,
          ttl,
          ads: partOf(ads, part),
          conversions: partOf(conversions, part),
        }));
      }),
    );
  },

  async between(userId: AccountId, accountId: string, since: string, until: string): Promise<DayOfAccount[]> {
    const { pk, sk: from } = keyOf.adDay(userId, accountId, since, 0);
    const { sk: to } = keyOf.adDay(userId, accountId, until, 9999);
    const partsByDay = new Map<string, DayItem[]>();
    for await (const item of table.query<DayItem>(pk, [from, to], { consistent: true }))
      partsByDay.set(item.day, [...(partsByDay.get(item.day) ?? []), item]);
    return [...partsByDay.values()].flatMap((items) => {
      const [first] = items;
      // An interrupted download leaves too few parts, and a parallel download may have more.
      const parts = items.filter(({ part }) => first && part < first.parts);
      if (!first || parts.length < first.parts) return [];
      const { day, readFor } = first;
      const ads = parts.flatMap((part) => part.ads);
      return [{ day, readFor, ads, conversions: parts.flatMap(({ conversions }) => conversions) }];
    });
  },
});

const partOf = <T>(all: readonly T[], part: number) => all.slice(part * adsPerItem, (part + 1) * adsPerItem);
