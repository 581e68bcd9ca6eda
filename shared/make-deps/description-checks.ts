import { descriptionFindingsIn } from '#shared/data/description-findings.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import type { DescriptionCheckDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { moderationOf } from './llm.ts';
import { queueSender } from './sending.ts';

/** The dependencies of the worker that moderates company descriptions. */
export function makeDescriptionCheckDeps(host: Host = {}): DescriptionCheckDeps {
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
