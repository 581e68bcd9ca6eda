import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { moderationOf, recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, accounts, analysis } = createContext(host);
  const { fetch } = host;
  return {
    users: usersIn(accounts()),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    limits: rateLimitsIn(accounts(), { now }),
    waitlist: waitlistIn(accounts(), { now }),
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
