import { descriptionFindingsIn } from '#shared/data/description-findings.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { moderationOf } from '#shared/make-deps/llm.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the worker that moderates company descriptions. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, secrets, accounts } = leanBase(host);
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
