import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import type { KeywordPlanDeps } from '#shared/keyword-plans/make-plan.ts';
import { keywordPlansIn } from '#shared/keyword-plans/store/keyword-plans.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { webOf } from '#shared/web/safe-fetch.ts';
import type { TurnDeps } from '#shared/worker/in-turn.ts';
import type { QueueDeps } from '#shared/worker/queue-batch-worker.ts';

export function makeDeps(host: Overrides = {}): KeywordPlanDeps & QueueDeps & TurnDeps {
  const { env, now, random, secrets, accounts, analysis } = createContext(host);
  return {
    now,
    random,
    users: usersIn(accounts()),
    tasks: userTasksIn(analysis(), { now }),
    competitors: competitorsIn(analysis()),
    plans: keywordPlansIn(analysis()),
    llm: recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch }),
    web: webOf(env),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    queues: queueSender(env, host),
    turns: rateLimitsIn(accounts(), { now }),
  };
}
