import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { descriptionFindingsIn } from '#shared/data/description-findings.ts';
import { llmCallsIn } from '#shared/data/llm-calls.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import type { OnboardingDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { moderationOf, recordedLlmOf } from './llm.ts';
import { budgetDepsOf } from './llm-budget.ts';

/** The dependencies of the check of company descriptions. Costs no call. */
export function makeOnboardingDeps(host: Host = {}): OnboardingDeps {
  const { env, now, random, secrets, accounts, analysis } = leanBase(host);
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
