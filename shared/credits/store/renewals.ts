import { keyOf } from '#shared/credits/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** `source` is the paying task, or `null` if another payment covered the month. */
export type Renewal = { day: string; source: string | null };

const recentRenewals = 6;

export const renewalsIn = (table: Table, { now }: { now: () => number }) => {
  const itemOf = (accountId: AccountId, day: string, source: string | null): Item => ({
    ...keyOf.renewal(accountId, day),
    kind: 'renewal',
    userId: accountId,
    day,
    source,
    createdAt: new Date(now()).toISOString(),
  });
  return {
    async recent(accountId: AccountId): Promise<Renewal[]> {
      const { pk } = keyOf.renewal(accountId, '');
      const range = { before: undefined, limit: recentRenewals, consistent: true };
      return (await table.last<Item & Renewal>(pk, range)).items;
    },

    part: (accountId: AccountId, day: string, taskId: string): Part => ({
      put: itemOf(accountId, day, taskId),
      condition: 'attribute_not_exists(pk)',
    }),

    settle: (accountId: AccountId, day: string): Promise<unknown> => table.putNew(itemOf(accountId, day, null)),
  };
};
