import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { webOf } from '#shared/web/safe-fetch.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, pause, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
    tasks: userTasksIn(analysis(), { now }),
    web: webOf(env),
    discoveries: {
      perHour: env.DISCOVERIES_PER_HOUR,
      unverifiedPerDay: env.UNVERIFIED_DISCOVERIES_PER_DAY,
    },
    ...budgetDepsOf(env, based),
    syncSeconds: env.DISCOVERY_SYNC_SECONDS,
    pause,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
