import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** The newest account invalidated from an e-mail, which was the `number`th of it. */
export type Invalidation = { userId: number; number: number };

/** Which accounts had an e-mail (normalised) before they were invalidated, so that the e-mail still names the newest. */
export const invalidationsIn = (table: Table) => ({
  newest: (email: string): Promise<Invalidation | null> =>
    table.get<Item & Invalidation>(keyOf.invalidation(email), { consistent: true }),

  /** Records one as a step of the invalidation; it fails when the newest is no longer the one that was read. */
  nextPart: (email: string, newest: Invalidation | null, next: Invalidation): Part => ({
    put: { ...keyOf.invalidation(email), kind: 'invalidation', ...next },
    ...(newest
      ? { condition: 'userId = :newest', values: { ':newest': newest.userId } }
      : { condition: 'attribute_not_exists(pk)' }),
  }),
});
