import { keyOf } from '#shared/mail/items.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';

export type Suppressions = ReturnType<typeof suppressionsIn>;
export type SuppressionReason = 'bounce' | 'complaint';

/** The store has only hashes of suppressed addresses. */
export const suppressionsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Makes one strongly consistent read. `email` is normalised. */
  has: async (email: string): Promise<boolean> => (await table.get(keyOf.suppressed(sha256(email)), { consistent: true })) !== null,

  remove: (email: string): Promise<boolean> => table.remove(keyOf.suppressed(sha256(email)), { condition: 'attribute_exists(pk)' }),

  /** The first reason remains until `remove`. */
  async add(email: string, reason: SuppressionReason): Promise<void> {
    const at = new Date(now()).toISOString();
    await table.putNew({ ...keyOf.suppressed(sha256(email)), kind: 'suppression', reason, suppressedAt: at });
  },
});
