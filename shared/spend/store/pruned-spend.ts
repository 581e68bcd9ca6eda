import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/spend/items.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type PrunedSpend = ReturnType<typeof prunedSpendIn>;

export const prunedSpendIn = (table: Table) => ({
  async through(accountId: AccountId, environment: Environment): Promise<string> {
    const key = keyOf.prunedSpend(accountId, environment);
    return (await table.get<Item & { importId: string }>(key, { consistent: true }))?.importId ?? '';
  },

  async note(accountId: AccountId, environment: Environment, importId: string): Promise<void> {
    const item = { ...keyOf.prunedSpend(accountId, environment), kind: 'spend_pruned', importId };
    await tookEffect(table.put(item, 'attribute_not_exists(pk) OR importId < :id', { values: { ':id': importId } }));
  },
});
