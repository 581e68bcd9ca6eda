import type { KeywordPlan } from '#shared/keyword-plans/rules/keyword-plan.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

export type KeywordPlans = ReturnType<typeof keywordPlansIn>;

type PlanItem = Item & KeywordPlan;

/** Users' keyword plans, every version of them. */
export const keywordPlansIn = (table: Table) => ({
  /** The newest plan, as soon as its task has ended. One read. */
  async latest(userId: number): Promise<KeywordPlan | null> {
    const { pk } = keyOf.keywordPlan(userId, 1);
    const { items } = await table.last<PlanItem>(pk, { before: undefined, limit: 1, consistent: true });
    return items[0] ?? null;
  },

  /** A plan never changes, so the cheap read is as good as any that finds it. */
  byVersion: (userId: number, version: number): Promise<KeywordPlan | null> =>
    table.find<PlanItem>(keyOf.keywordPlan(userId, version)),

  /** As a step of the end of the task that made it; fails when another plan took its version meanwhile. */
  part: (plan: KeywordPlan): Part => ({
    put: { ...keyOf.keywordPlan(plan.userId, plan.version), kind: 'keyword_plan', ...plan },
    condition: 'attribute_not_exists(pk)',
  }),
});
