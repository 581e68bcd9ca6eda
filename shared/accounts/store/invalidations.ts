import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** The newest account invalidated from an e-mail, the `number`th of that e-mail. */
export type Invalidation = { userId: number; number: number };

/**
 * Accounts by their e-mail (normalised) before invalidation, so that the e-mail still finds the newest
 * account.
 */
export const invalidationsIn = (table: Table) => ({
  newest: (email: string): Promise<Invalidation | null> =>
    table.get<Item & Invalidation>(keyOf.invalidation(email), { consistent: true }),

  /** A step of the invalidation, which fails if another account was recorded since the read. */
  nextPart: (email: string, newest: Invalidation | null, next: Invalidation): Part => ({
    put: { ...keyOf.invalidation(email), kind: 'invalidation', ...next },
    ...(newest
      ? { condition: 'userId = :newest', values: { ':newest': newest.userId } }
      : { condition: 'attribute_not_exists(pk)' }),
  }),
});
