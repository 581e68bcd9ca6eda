import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { createContext } from '#shared/aws/context.ts';
import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { keywordPlansIn } from '#shared/keyword-plans/store/keyword-plans.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    competitors: competitorsIn(analysis()),
    reports: assistantReportsIn(analysis()),
    files: fileStore(env),
    plans: keywordPlansIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
    keywordPlans: { perHour: env.KEYWORD_PLANS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PLANS_PER_DAY },
    ...budgetDepsOf(env, based),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
