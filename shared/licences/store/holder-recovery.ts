import { keyOf } from '#shared/accounts/items.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** `epoch` is in epoch milliseconds. Makes one strongly consistent read. */
export async function wasRecoveredAfter(epoch: number, holderId: number | null, table: Pick<Table, 'get'>): Promise<boolean> {
  if (holderId === null) return false;
  const holder = await table.get<Item & User>(keyOf.user(holderId), { consistent: true });
  return (holder?.recoveredEpoch ?? 0) > epoch;
}

export const notRecoveredAfter = (epoch: number, holderId: number | null): Part[] =>
  holderId === null
    ? []
    : [
        {
          check: keyOf.user(holderId),
          condition: 'attribute_not_exists(recoveredEpoch) OR recoveredEpoch <= :epoch',
          values: { ':epoch': epoch },
        },
      ];
