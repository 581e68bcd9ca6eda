import type { DayOfAccount } from '#shared/domain/assistant-report.ts';
import { keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type AdDays = ReturnType<typeof adDaysIn>;

const keptSeconds = 400 * 86_400;

/** Days of ad accounts as they were last downloaded; figures of the last days change until the vendor is done with them. */
export const adDaysIn = (table: Table, { now }: { now: () => number }) => ({
  /** Writes days over what was known of them. */
  async put(userId: number, accountId: string, days: readonly DayOfAccount[]): Promise<void> {
    const ttl = Math.ceil(now() / 1000) + keptSeconds;
    await table.putMany(
      days.map(({ day, ads, conversions }) => ({
        ...keyOf.adDay(userId, accountId, day),
        ...{ kind: 'ad_day', day, ads, conversions, ttl },
      })),
    );
  },

  /** The known days from `since` to `until`, both included. */
  async between(userId: number, accountId: string, since: string, until: string): Promise<DayOfAccount[]> {
    const { pk, sk: from } = keyOf.adDay(userId, accountId, since);
    const { sk: to } = keyOf.adDay(userId, accountId, until);
    const found: DayOfAccount[] = [];
    for await (const { day, ads, conversions } of table.query<Item & DayOfAccount>(pk, [from, to], {
      consistent: true,
    }))
      found.push({ day, ads, conversions });
    return found;
  },
});
