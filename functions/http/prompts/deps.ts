import { credits, depsOf, files, web } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import { promptRequestsIn } from '#shared/prompts/store/prompt-requests.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, analysis } = context;
  return {
    ...viewDepsOf(context),
    llm: recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch }),
    ...depsOf(context, { web, files, credits }),
    apiBaseUrl: env.API_BASE_URL,
    conversations: imageConversationsIn(analysis()),
    sessions: contentSessionsIn(analysis()),
    requests: promptRequestsIn(analysis(), { now }),
    prompts: { perHour: env.PROMPTS_PER_HOUR, unverifiedPerDay: env.UNVERIFIED_PROMPTS_PER_DAY },
    ...budgetDepsOf(env, { analysis, now }),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
    analysis: analysis(),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
