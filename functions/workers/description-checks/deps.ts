import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { moderationOf } from '#shared/llm/vendors/llm-of.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, accounts } = createContext(host);
  return {
    users: usersIn(accounts()),
    waitlist: waitlistIn(accounts(), { now }),
    findings: descriptionFindingsIn(accounts(), { now }),
    llm: { model: env.LLM_MODEL },
    moderation: moderationOf(env, { secrets, random, fetch: host.fetch }),
    queues: queueSender(env, host),
    random,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
