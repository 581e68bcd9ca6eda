import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** `source` is the paying task, or `null` if another payment covered the month. */
export type Renewal = { day: string; source: string | null };

const recentRenewals = 6;

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
    async recent(userId: number): Promise<Renewal[]> {
      const { pk } = keyOf.renewal(userId, '');
      const range = { before: undefined, limit: recentRenewals, consistent: true };
      return (await table.last<Item & Renewal>(pk, range)).items;
    },

    part: (userId: number, day: string, taskId: string): Part => ({
      put: itemOf(userId, day, taskId),
      condition: 'attribute_not_exists(pk)',
    }),

    settle: (userId: number, day: string): Promise<unknown> => table.putNew(itemOf(userId, day, null)),
  };
};
