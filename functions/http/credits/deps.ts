import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { activationDepsOf } from '#shared/credits/grants/activation-deps.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, secrets, accounts } = based;
  return {
    ...viewDepsOf(based),
    credits: creditsIn(accounts(), { now }),
    ...activationDepsOf(based),
    licences: licencesIn(accounts(), { now }),
    secrets,
    activityLog: activityLogIn(accounts()),
    teams: teamsIn(accounts(), { now }),
    billingPortalUrl: env.BILLING_PORTAL_URL,
    creditCosts: env.CREDIT_COSTS,
    teamSeats: env.PARTNER_TEAM_SEATS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
