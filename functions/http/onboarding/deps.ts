import { depsOf, limits, tokens, users, waitlist } from '#functions/deps.ts';
import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { moderationOf, recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, accounts, analysis } = context;
  const { fetch } = host;
  return {
    ...depsOf(context, { users, tokens, limits, waitlist }),
    findings: descriptionFindingsIn(accounts(), { now }),
    llm: recordedLlmOf(env, { secrets, random, fetch, analysis, now }),
    llmCalls: llmCallsIn(analysis()),
    moderation: moderationOf(env, { secrets, random, fetch }),
    ...budgetDepsOf(env, { analysis, now }),
    checksPerHour: env.DESCRIPTION_CHECKS_PER_HOUR,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
