import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';

export type Suppressions = ReturnType<typeof suppressionsIn>;
export type SuppressionReason = 'bounce' | 'complaint';

/** The mailbox does not exist or its owner complained. Only hashes are stored. */
export const suppressionsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Strongly consistent. `email` is normalised. */
  has: async (email: string): Promise<boolean> =>
    (await table.get(keyOf.suppressed(sha256(email)), { consistent: true })) !== null,

  remove: (email: string): Promise<boolean> =>
    table.remove(keyOf.suppressed(sha256(email)), { condition: 'attribute_exists(pk)' }),

  /** Permanent until `remove`; the first reason remains. */
  async add(email: string, reason: SuppressionReason): Promise<void> {
    const at = new Date(now()).toISOString();
    await table.putNew({ ...keyOf.suppressed(sha256(email)), kind: 'suppression', reason, suppressedAt: at });
  },
});
