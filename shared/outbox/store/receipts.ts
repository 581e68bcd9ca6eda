import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/outbox/items.ts';
import { leaseWatch, monotonic } from '#shared/store/lease-watch.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, minutes } from '#shared/values/durations.ts';

const leaseMs = minutes(1);
const retentionMs = days(30);

export type Receipts = ReturnType<typeof receiptsIn>;

export const receiptsIn = (table: Table, { now, elapsed = monotonic }: { now: () => number; elapsed?: () => number }) => {
  const watch = leaseWatch(elapsed);

  async function take(effectId: string, free: string, values: Record<string, unknown>): Promise<'mine' | 'delivered' | { busy: string }> {
    const by = randomUUID();
    const refusal = await refusalOf(
      table.update({
        key: keyOf.receipt(effectId),
        update: 'SET leaseUntil = :until, leasedBy = :by, #ttl = :ttl ADD tries :one',
        condition: `attribute_not_exists(deliveredAt) AND (${free})`,
        names: { '#ttl': 'ttl' },
        values: {
          ...values,
          ':until': now() + leaseMs,
          ':by': by,
          ':one': 1,
          ':ttl': Math.ceil((now() + retentionMs) / 1000),
        },
      }),
    );
    if (!refusal) return 'mine';
    if (refusal.item?.deliveredAt) return 'delivered';
    const holder = String(refusal.item?.leasedBy ?? '');
    // The client library repeats a claim whose response was lost.
    return holder === by ? 'mine' : { busy: holder };
  }

  return {
    async claim(effectId: string): Promise<'mine' | 'delivered' | 'busy'> {
      const claim = await take(effectId, 'attribute_not_exists(leaseUntil) OR leaseUntil < :now', {
        ':now': now(),
      });
      if (typeof claim === 'string') return claim;
      if (!watch.isOutlasted(effectId, claim.busy, leaseMs)) return 'busy';
      const again = await take(effectId, 'leasedBy = :holder', { ':holder': claim.busy });
      return typeof again === 'string' ? again : 'busy';
    },

    async delivered(effectId: string): Promise<void> {
      await table.update({
        key: keyOf.receipt(effectId),
        update: 'SET deliveredAt = :at, #ttl = if_not_exists(#ttl, :ttl) REMOVE leaseUntil',
        names: { '#ttl': 'ttl' },
        values: {
          ':at': new Date(now()).toISOString(),
          ':ttl': Math.ceil((now() + retentionMs) / 1000),
        },
      });
    },

    async release(effectId: string): Promise<void> {
      // DynamoDB would create an empty item in place of an expired receipt.
      await tookEffect(
        table.update({
          key: keyOf.receipt(effectId),
          update: 'REMOVE leaseUntil',
          condition: 'attribute_exists(pk)',
        }),
      );
    },
  };
};
