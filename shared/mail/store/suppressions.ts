import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';

export type Suppressions = ReturnType<typeof suppressionsIn>;
export type SuppressionReason = 'bounce' | 'complaint';

/** Addresses that no mail goes to any more: the mailbox is not there, or its owner complained. Only their hashes are kept. */
export const suppressionsIn = (table: Table, { now }: { now: () => number }) => ({
  /** By one strongly consistent read. `email` is normalised. */
  has: async (email: string): Promise<boolean> =>
    (await table.get(keyOf.suppressed(sha256(email)), { consistent: true })) !== null,

  /** Whether there was one. */
  remove: (email: string): Promise<boolean> =>
    table.remove(keyOf.suppressed(sha256(email)), { condition: 'attribute_exists(pk)' }),

  /** Permanent until `remove`; the first reason stays. */
  async add(email: string, reason: SuppressionReason): Promise<void> {
    const at = new Date(now()).toISOString();
    await table.putNew({ ...keyOf.suppressed(sha256(email)), kind: 'suppression', reason, suppressedAt: at });
  },
});
