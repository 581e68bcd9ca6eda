import type { Env } from '#shared/env.ts';
import type { BudgetDeps } from '#shared/llm/assert-budget.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import type { Table } from '#shared/store/table.ts';

/** Dependencies of the budget check. They are separate from the model, whose client is large. */
export const budgetDepsOf = (
  env: Env,
  { analysis, now }: { analysis: () => Table; now: () => number },
): BudgetDeps => ({
  llmSpend: llmSpendIn(analysis(), { now }),
  llmBudgetPerHour: env.LLM_BUDGET_PER_HOUR,
});
