import { createContext } from '#shared/aws/context.ts';
import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import { promptRequestsIn } from '#shared/prompts/store/prompt-requests.ts';
import { webOf } from '#shared/web/safe-fetch.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
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
    prompts: { perHour: env.PROMPTS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PROMPTS_PER_DAY },
    ...budgetDepsOf(env, { analysis, now }),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
    analysis: analysis(),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
