import { setTimeout as pause } from 'node:timers/promises';
import { creditsIn } from '#shared/data/credits.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { budgetDepsOf } from '#shared/make-deps/llm-budget.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';
import { webOf } from '#shared/make-deps/web.ts';

/** The dependencies of the request for one, which may wait for it. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    tasks: userTasksIn(analysis(), { now }),
    web: webOf(env),
    limits: rateLimitsIn(accounts(), { now }),
    discoveries: {
      perHour: env.DISCOVERIES_PER_HOUR,
      unverifiedPerDay: env.UNVERIFIED_DISCOVERIES_PER_DAY,
    },
    ...budgetDepsOf(env, based),
    syncSeconds: env.DISCOVERY_SYNC_SECONDS,
    pause: realPause,
  };
}

const realPause = async (milliseconds: number): Promise<void> => void (await pause(milliseconds));

export type Deps = ReturnType<typeof makeDeps>;
