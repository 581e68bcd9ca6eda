import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** A settled due day. `source` is the task that paid, or `null` if another payment covered the month. */
export type Renewal = { day: string; source: string | null };

/** More days than one run of a job settles per user. */
const recentRenewals = 6;

/** Settled renewals of partners' monthly credits, with a permanent record per user and due day. */
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
    /** Returns the newest settled days, newest first, with one strongly consistent read. */
    async recent(userId: number): Promise<Renewal[]> {
      const { pk } = keyOf.renewal(userId, '');
      const range = { before: undefined, limit: recentRenewals, consistent: true };
      return (await table.last<Item & Renewal>(pk, range)).items;
    },

    /** The record as a step of the payment's transaction. */
    part: (userId: number, day: string, taskId: string): Part => ({
      put: itemOf(userId, day, taskId),
      condition: 'attribute_not_exists(pk)',
    }),

    /** Settles a day whose month was paid otherwise. */
    settle: (userId: number, day: string): Promise<unknown> => table.putNew(itemOf(userId, day, null)),
  };
};
