import type { Context } from '#shared/aws/context.ts';
import { llmCallsIn } from './store/llm-calls.ts';
import { llmSpendIn } from './store/llm-spend.ts';
import { moderationOf, recordedLlmOf } from './vendors/llm-of.ts';

export const llm = ({ env, secrets, random, analysis, now, host: { fetch } }: Context) =>
  recordedLlmOf(env, { secrets, random, analysis, now, fetch });
export const moderation = ({ env, secrets, random, host: { fetch } }: Context) => moderationOf(env, { secrets, random, fetch });
export const llmCalls = ({ analysis }: Context) => llmCallsIn(analysis());
export const llmSpend = ({ analysis, now }: Context) => llmSpendIn(analysis(), { now });
export const llmBudgetPerHour = ({ env }: Context) => env.LLM_BUDGET_PER_HOUR;

/** The costs of the last hour are checked before a call of a model. */
export const budgetNeeds = { llmSpend, llmBudgetPerHour };
