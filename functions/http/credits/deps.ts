import { activityLog, credits, depsOf, licences } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { activationDepsOf } from '#shared/credits/grants/activation-deps.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, accounts } = context;
  return {
    ...viewDepsOf(context),
    ...depsOf(context, { credits, licences, activityLog }),
    ...activationDepsOf(context),
    teams: teamsIn(accounts(), { now }),
    billingPortalUrl: env.BILLING_PORTAL_URL,
    creditCosts: env.CREDIT_COSTS,
    teamSeats: env.PARTNER_TEAM_SEATS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
