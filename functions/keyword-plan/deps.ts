import { signedSender } from '#shared/adapters/signed-sender.ts';
import { competitorsIn } from '#shared/data/competitors.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { keywordPlansIn } from '#shared/data/keyword-plans.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { usersIn } from '#shared/data/users.ts';
import type { KeywordPlanDeps } from '#shared/keyword-plan/make-plan.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { recordedLlmOf } from '#shared/make-deps/llm.ts';
import { webOf } from '#shared/make-deps/web.ts';
import type { QueueDeps } from '#shared/worker/queue-batch-worker.ts';

/** The dependencies of the worker that makes keyword plans. Costs no call. */
export function makeDeps(host: Host = {}): KeywordPlanDeps & QueueDeps {
  const { env, now, random, secrets, accounts, analysis } = leanBase(host);
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
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
  };
}
