import type { LlmSpend } from '#shared/llm/store/llm-spend.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export type BudgetDeps = {
  llmSpend: Pick<LlmSpend, 'thisHour'>;
  llmBudgetPerHour: number;
};

export async function budgetExhausted({ llmSpend, llmBudgetPerHour }: BudgetDeps): Promise<{ resetSeconds: number } | null> {
  const { micros, resetSeconds } = await llmSpend.thisHour();
  return micros >= llmBudgetPerHour * 1_000_000 ? { resetSeconds } : null;
}

/** Makes one read, and none for a paying user. */
export async function assertBudget(users: readonly { paidStatus: string | null }[], deps: BudgetDeps): Promise<void> {
  if (users.some(({ paidStatus }) => paidStatus === 'active')) return;
  const exhausted = await budgetExhausted(deps);
  if (exhausted)
    throw fail(serviceErrors.budget_exhausted, {
      headers: { 'retry-after': String(exhausted.resetSeconds) },
    });
}
