import { depsOf, queues, users, waitlist } from '#functions/deps.ts';
import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { moderationOf } from '#shared/llm/vendors/llm-of.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, accounts } = context;
  return {
    ...depsOf(context, { users, waitlist, queues }),
    findings: descriptionFindingsIn(accounts(), { now }),
    llm: { model: env.LLM_MODEL },
    moderation: moderationOf(env, { secrets, random, fetch: host.fetch }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
