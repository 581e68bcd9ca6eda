import { contentSessionsIn } from '#shared/data/content-sessions.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { imageConversationsIn } from '#shared/data/image-conversations.ts';
import { promptRequestsIn } from '#shared/data/prompt-requests.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { recordedLlmOf } from '#shared/make-deps/llm.ts';
import { budgetDepsOf } from '#shared/make-deps/llm-budget.ts';
import { fileStore } from '#shared/make-deps/sending.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';
import { webOf } from '#shared/make-deps/web.ts';

/** The dependencies of prompts from images. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, random, secrets, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    llm: recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch }),
    web: webOf(env),
    files: fileStore(env),
    apiBaseUrl: env.API_BASE_URL,
    conversations: imageConversationsIn(analysis()),
    sessions: contentSessionsIn(analysis()),
    requests: promptRequestsIn(analysis(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    prompts: { perHour: env.PROMPTS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PROMPTS_PER_DAY },
    ...budgetDepsOf(env, { analysis, now }),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    analysis: analysis(),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
