import { signedSender } from '#shared/adapters/signed-sender.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { renewalsIn } from '#shared/data/renewals.ts';
import { tasksIn } from '#shared/data/tasks.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase, signed } from './base.ts';
import type { Host } from './host.ts';

/** The dependencies of the jobs that grant credits, and of the worker that continues them. Costs no call. */
export function makeGrantDeps(host: Host = {}) {
  const { env, now, random, accounts } = leanBase(host);
  return {
    now,
    random,
    users: usersIn(accounts()),
    credits: creditsIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    renewals: renewalsIn(accounts(), { now }),
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    grants: {
      timeZone: env.CREDITS_TIME_ZONE,
      tierCredits: env.PARTNER_TIER_CREDITS,
      inlineSeconds: env.GRANTS_INLINE_SECONDS,
    },
  };
}

export type GrantDeps = ReturnType<typeof makeGrantDeps>;
