import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** That a due day is settled; `source` is the task that paid, `null` when something else had paid its month. */
export type Renewal = { day: string; source: string | null };

/** More than one run of a job settles for a user. */
const recentRenewals = 6;

/** Which renewals of partners' monthly credits are settled: one permanent record per user and due day. */
export const renewalsIn = (table: Table, { now }: { now: () => number }) => {
  const itemOf = (userId: number, day: string, source: string | null): Item => ({
    ...keyOf.renewal(userId, day),
    kind: 'renewal',
    userId,
    day,
    source,
    createdAt: new Date(now()).toISOString(),
  });
  return {
    /** The newest due days that are settled, newest first, by one strongly consistent read. */
    async recent(userId: number): Promise<Renewal[]> {
      const { pk } = keyOf.renewal(userId, '');
      const range = { before: undefined, limit: recentRenewals, consistent: true };
      return (await table.last<Item & Renewal>(pk, range)).items;
    },

    /** The record as a step of the transaction that pays. */
    part: (userId: number, day: string, taskId: string): Part => ({
      put: itemOf(userId, day, taskId),
      condition: 'attribute_not_exists(pk)',
    }),

    /** Settles a day whose month was paid by something else. */
    settle: (userId: number, day: string): Promise<unknown> => table.putNew(itemOf(userId, day, null)),
  };
};
