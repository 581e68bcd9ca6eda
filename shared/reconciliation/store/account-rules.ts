import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/reconciliation/items.ts';
import { defaultRules, type ReconciliationRules } from '#shared/reconciliation/rules/account-rules.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const reconciliationRulesIn = (table: Table) => ({
  async read(accountId: AccountId): Promise<ReconciliationRules> {
    const key = keyOf.reconciliationRules(accountId);
    const item = await table.get<Item & ReconciliationRules>(key, { consistent: true });
    if (!item) return defaultRules;
    const { excludedStatuses, paidStatuses = [], excludedChannels, excludesTests, coverageBound } = item;
    return { excludedStatuses, paidStatuses, excludedChannels, excludesTests, coverageBound };
  },

  async change(accountId: AccountId, rules: ReconciliationRules, effects: readonly Effect[]): Promise<void> {
    await table.put({
      ...keyOf.reconciliationRules(accountId),
      kind: 'reconciliation_rules',
      accountId,
      ...rules,
      effects: JSON.stringify(effects),
    });
  },
});
