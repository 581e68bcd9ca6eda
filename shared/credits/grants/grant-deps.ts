import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { partnerMonthsIn } from '#shared/credits/store/partner-months.ts';
import { renewalsIn } from '#shared/credits/store/renewals.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

/** Dependencies of the grant jobs and of the worker that continues them. Costs no call. */
export function makeGrantDeps(host: Overrides = {}) {
  const { env, now, random, pause, accounts } = createContext(host);
  return {
    now,
    random,
    pause,
    users: usersIn(accounts()),
    credits: creditsIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    partnerMonths: partnerMonthsIn(accounts()),
    renewals: renewalsIn(accounts(), { now }),
    tasks: tasksIn(accounts(), { now }),
    queues: queueSender(env, host),
    grants: {
      timeZone: env.CREDITS_TIME_ZONE,
      tierCredits: env.PARTNER_TIER_CREDITS,
      inlineSeconds: env.GRANTS_INLINE_SECONDS,
    },
  };
}

export type GrantDeps = ReturnType<typeof makeGrantDeps>;
