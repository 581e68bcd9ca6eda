import type { Target, TargetRef } from '#shared/deliveries/rules/target.ts';
import type { Item } from '#shared/store/item.ts';
import { resultOrNull, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { DeliveryItems } from './delivery-items.ts';

export const failuresIn = <T extends Target>(
  table: Table,
  { targetKey }: Pick<DeliveryItems, 'targetKey'>,
  { now }: { now: () => number },
) => ({
  async recovered(target: TargetRef): Promise<void> {
    await tookEffect(
      table.update({
        key: targetKey(target),
        update: 'REMOVE failingSince, failing',
        condition: 'attribute_exists(pk)',
      }),
    );
  },

  failedAt(target: Target, eventId: string): Promise<T | null> {
    const { failing = [] } = target;
    return resultOrNull(
      table.update<Item & T>({
        key: targetKey(target),
        update: 'SET failingSince = if_not_exists(failingSince, :at), failing = :failing',
        condition: 'attribute_exists(pk)',
        values: {
          ':at': new Date(now()).toISOString(),
          ':failing': [...new Set([...failing, eventId])].slice(-5),
        },
      }),
    );
  },
});
