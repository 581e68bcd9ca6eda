import { credits, depsOf, limits, queues, users, userTasks, web } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import type { KeywordPlanDeps } from '#shared/keyword-plans/make-plan.ts';
import { keywordPlansIn } from '#shared/keyword-plans/store/keyword-plans.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import type { TurnDeps } from '#shared/worker/in-turn.ts';
import type { QueueDeps } from '#shared/worker/queue-batch-worker.ts';

export function makeDeps(host: Overrides = {}): KeywordPlanDeps & QueueDeps & TurnDeps {
  const context = createContext(host);
  const { env, now, random, secrets, analysis } = context;
  return {
    ...depsOf(context, { users, tasks: userTasks, web, credits, queues, turns: limits }),
    competitors: competitorsIn(analysis()),
    plans: keywordPlansIn(analysis()),
    llm: recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch }),
    creditCosts: env.CREDIT_COSTS,
  };
}
