import { randomUUID } from 'node:crypto';
import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Table } from './table.ts';

export type Receipts = ReturnType<typeof receiptsIn>;

/** How long a delivery may take before another worker may try. */
const leaseMs = 60_000;
const keptMs = 30 * 86_400_000;

/** What became of effects: who is delivering one, and which are delivered. */
export const receiptsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Takes an effect in hand: `mine`, `delivered` already, or `busy` in other hands. */
  async claim(effectId: string): Promise<'mine' | 'delivered' | 'busy'> {
    const by = randomUUID();
    try {
      await table.update({
        key: keyOf.receipt(effectId),
        update: 'SET leaseUntil = :until, leasedBy = :by, #ttl = :ttl ADD tries :one',
        condition:
          'attribute_not_exists(deliveredAt) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        names: { '#ttl': 'ttl' },
        values: {
          ':until': now() + leaseMs,
          ':now': now(),
          ':by': by,
          ':one': 1,
          ':ttl': Math.ceil((now() + keptMs) / 1000),
        },
      });
      return 'mine';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.item?.deliveredAt) return 'delivered';
      // The claim took effect, its answer was lost, and the client library sent it again.
      return error.item?.leasedBy === by ? 'mine' : 'busy';
    }
  },

  async delivered(effectId: string): Promise<void> {
    await table.update({
      key: keyOf.receipt(effectId),
      update: 'SET deliveredAt = :at REMOVE leaseUntil',
      values: { ':at': new Date(now()).toISOString() },
    });
  },

  /** Gives an effect back after a failure, so that the next try need not wait for the lease. */
  async release(effectId: string): Promise<void> {
    await table.update({ key: keyOf.receipt(effectId), update: 'REMOVE leaseUntil' });
  },
});
