import { credits, depsOf, userTasks, web } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env } = context;
  return {
    ...viewDepsOf(context),
    ...depsOf(context, { credits, tasks: userTasks, web }),
    creditCosts: env.CREDIT_COSTS,
    billingPortalUrl: env.BILLING_PORTAL_URL,
    discoveries: {
      perHour: env.DISCOVERIES_PER_HOUR,
      unverifiedPerDay: env.UNVERIFIED_DISCOVERIES_PER_DAY,
    },
    ...budgetDepsOf(env, context),
    syncSeconds: env.DISCOVERY_SYNC_SECONDS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
