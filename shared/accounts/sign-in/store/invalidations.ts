import { keyOf } from '#shared/accounts/sign-in/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type Invalidation = { userId: UserId; number: number };

export const invalidationsIn = (table: Table) => ({
  newest: (email: string): Promise<Invalidation | null> => table.get<Item & Invalidation>(keyOf.invalidation(email), { consistent: true }),

  nextPart: (email: string, newest: Invalidation | null, next: Invalidation): Part => ({
    put: { ...keyOf.invalidation(email), kind: 'invalidation', ...next },
    ...(newest ? { condition: 'userId = :newest', values: { ':newest': newest.userId } } : { condition: 'attribute_not_exists(pk)' }),
  }),
});
