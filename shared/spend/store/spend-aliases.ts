import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { SpendAlias } from '#shared/spend/rules/joins.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

export type SpendAliases = ReturnType<typeof spendAliasesIn>;

export const spendAliasesIn = (table: Table) => ({
  async all(accountId: number, environment: Environment): Promise<SpendAlias[]> {
    const key = keyOf.spendAliases(accountId, environment);
    return (await table.get<Item & { aliases: SpendAlias[] }>(key, { consistent: true }))?.aliases ?? [];
  },

  async set(
    accountId: number,
    environment: Environment,
    aliases: readonly SpendAlias[],
    effects: readonly Effect[],
  ): Promise<void> {
    const key = keyOf.spendAliases(accountId, environment);
    await table.put({ ...key, kind: 'spend_aliases', aliases, effects: JSON.stringify(effects) });
  },
});
