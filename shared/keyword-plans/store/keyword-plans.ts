import { keyOf } from '#shared/keyword-plans/items.ts';
import type { KeywordPlan } from '#shared/keyword-plans/rules/keyword-plan.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type KeywordPlans = ReturnType<typeof keywordPlansIn>;

type PlanItem = Item & KeywordPlan;

export const keywordPlansIn = (table: Table) => ({
  async latest(accountId: AccountId): Promise<KeywordPlan | null> {
    const { pk } = keyOf.keywordPlan(accountId, 1);
    const { items } = await table.last<PlanItem>(pk, { before: undefined, limit: 1, consistent: true });
    return items[0] ?? null;
  },

  /** A plan never changes, so the read is eventually consistent. */
  byVersion: (accountId: AccountId, version: number): Promise<KeywordPlan | null> =>
    table.find<PlanItem>(keyOf.keywordPlan(accountId, version)),

  part: (plan: KeywordPlan): Part => ({
    put: { ...keyOf.keywordPlan(plan.userId, plan.version), kind: 'keyword_plan', ...plan },
    condition: 'attribute_not_exists(pk)',
  }),
});
