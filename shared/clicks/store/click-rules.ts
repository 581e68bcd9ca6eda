import { keyOf } from '#shared/clicks/items.ts';
import { type ClickRuleChanges, type ClickRules, changedRules, noClickRules } from '#shared/clicks/rules/click-rules.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const clickRulesIn = (table: Table) => ({
  async read(accountId: AccountId): Promise<ClickRules> {
    const item = await table.get<Item & ClickRules>(keyOf.clickRules(accountId), { consistent: true });
    return item ? rulesOf(item) : noClickRules;
  },

  async change(
    accountId: AccountId,
    changes: ClickRuleChanges,
    effectsOf: (rules: ClickRules) => Promise<readonly Effect[]>,
  ): Promise<ClickRules> {
    return await retryOnConflict('rare', async () => {
      const current = await this.read(accountId);
      const rules = changedRules(current, changes);
      if (rules === current) return current;
      const item = {
        ...keyOf.clickRules(accountId),
        kind: 'click_rules',
        ...rules,
        effects: JSON.stringify(await effectsOf(rules)),
      };
      const { condition, values } = isAt(current);
      return (await refusalOf(table.put(item, condition, { values }))) ? conflict : rules;
    });
  },

  unchangedPart: (accountId: AccountId, rules: ClickRules): Part => ({
    check: keyOf.clickRules(accountId),
    ...isAt(rules),
  }),
});

/** An account without an item has revision 0. */
const isAt = ({ revision }: ClickRules) => ({
  condition: 'revision = :revision OR (:revision = :none AND attribute_not_exists(pk))',
  values: { ':revision': revision, ':none': 0 },
});

const rulesOf = ({ revision, channelVersion, channelRules, trafficVersion, staffNetworks, trafficRulesOff }: ClickRules): ClickRules => ({
  revision,
  channelVersion,
  channelRules,
  trafficVersion,
  staffNetworks,
  trafficRulesOff,
});
