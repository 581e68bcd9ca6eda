import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { descriptionFindingsIn } from '#shared/data/description-findings.ts';
import { llmCallsIn } from '#shared/data/llm-calls.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { moderationOf, recordedLlmOf } from '#shared/make-deps/llm.ts';
import { budgetDepsOf } from '#shared/make-deps/llm-budget.ts';

/** The dependencies of the check of company descriptions. Costs no call. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
