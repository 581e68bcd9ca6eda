import type { LlmSpend } from '#shared/llm/store/llm-spend.ts';
import { fail } from '#shared/values/errors.ts';

export type BudgetDeps = {
  llmSpend: Pick<LlmSpend, 'thisHour'>;
  /** `LLM_BUDGET_PER_HOUR`, in US dollars. */
  llmBudgetPerHour: number;
};

/** Whether the calls of models have cost their budget of this hour; then how long it lasts. */
export async function budgetExhausted({
  llmSpend,
  llmBudgetPerHour,
}: BudgetDeps): Promise<{ resetSeconds: number } | null> {
  const { micros, resetSeconds } = await llmSpend.thisHour();
  return micros >= llmBudgetPerHour * 1_000_000 ? { resetSeconds } : null;
}

/**
 * Throws `budget_exhausted` with Retry-After while the models have cost their budget of this hour, unless one of these
 * users pays. One read, none for a user that pays.
 */
export async function assertBudget(
  users: readonly { paidStatus: string | null }[],
  deps: BudgetDeps,
): Promise<void> {
  if (users.some(({ paidStatus }) => paidStatus === 'active')) return;
  const exhausted = await budgetExhausted(deps);
  if (exhausted)
    throw fail('budget_exhausted', { headers: { 'retry-after': String(exhausted.resetSeconds) } });
}
