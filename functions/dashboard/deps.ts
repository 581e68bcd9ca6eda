import { assistantReportsIn } from '#shared/data/assistant-reports.ts';
import { competitorsIn } from '#shared/data/competitors.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { keywordPlansIn } from '#shared/data/keyword-plans.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { budgetDepsOf } from '#shared/make-deps/llm-budget.ts';
import { fileStore } from '#shared/make-deps/sending.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';

/** The dependencies of the dashboard. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    competitors: competitorsIn(analysis()),
    reports: assistantReportsIn(analysis()),
    files: fileStore(env),
    plans: keywordPlansIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    keywordPlans: { perHour: env.KEYWORD_PLANS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PLANS_PER_DAY },
    ...budgetDepsOf(env, based),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
