import type { Item } from '#shared/store/item.ts';
import { ConditionFailed, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { keyOf } from './items.ts';

/** A longer pause that a vendor requests is reduced to this. */
const maxHoldMs = 1_800_000;
/** A slot of calls later than this is from a wrong clock. */
const absurdMs = maxHoldMs + 300_000;

type PaceItem = Item & { nextAt: number };

export const distributedThrottle = (table: Table, { now }: { now: () => number }) => ({
  /** If the wait would exceed `maxWaitMs`, no slot is taken. Makes one write, or two for a future slot. */
  async take(
    name: string,
    { intervalMs, maxWaitMs }: { intervalMs: number; maxWaitMs: number },
  ): Promise<{ isMine: boolean; waitMs: number }> {
    const key = keyOf.pace(name);
    for (;;) {
      const at = now();
      const first = table.update({
        key,
        update: 'SET kind = :kind, nextAt = :next',
        condition: 'attribute_not_exists(nextAt) OR nextAt <= :now OR nextAt > :absurd',
        values: { ':kind': 'pace', ':now': at, ':next': at + intervalMs, ':absurd': at + absurdMs },
      });
      if (await tookEffect(first)) return { isMine: true, waitMs: 0 };
      try {
        const { nextAt } = await table.update<PaceItem>({
          key,
          update: 'SET nextAt = nextAt + :interval',
          condition: 'nextAt > :now AND nextAt <= :latest',
          values: { ':now': at, ':latest': at + maxWaitMs, ':interval': intervalMs },
        });
        return { isMine: true, waitMs: Math.max(0, nextAt - intervalMs - now()) };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const nextAt = Number(error.item?.nextAt ?? 0);
        if (nextAt > at + maxWaitMs && nextAt <= at + absurdMs) return { isMine: false, waitMs: nextAt - at };
      }
    }
  },

  async hold(name: string, milliseconds: number): Promise<void> {
    const until = now() + Math.min(milliseconds, maxHoldMs);
    await tookEffect(
      table.update({
        key: keyOf.pace(name),
        update: 'SET kind = :kind, nextAt = :until',
        condition: 'attribute_not_exists(nextAt) OR nextAt < :until OR nextAt > :absurd',
        values: { ':kind': 'pace', ':until': until, ':absurd': now() + absurdMs },
      }),
    );
  },
});
