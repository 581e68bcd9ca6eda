import { credits, depsOf, files, userTasks } from '#functions/deps.ts';
import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { keywordPlansIn } from '#shared/keyword-plans/store/keyword-plans.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, analysis } = context;
  return {
    ...viewDepsOf(context),
    competitors: competitorsIn(analysis()),
    reports: assistantReportsIn(analysis()),
    ...depsOf(context, { files, tasks: userTasks, credits }),
    plans: keywordPlansIn(analysis()),
    keywordPlans: { perHour: env.KEYWORD_PLANS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PLANS_PER_DAY },
    ...budgetDepsOf(env, context),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
