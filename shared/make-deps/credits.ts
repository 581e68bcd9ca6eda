import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { teamsIn } from '#shared/data/teams.ts';
import type { CreditDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { viewDepsOf } from './view.ts';

/** The dependencies of one's credits and licences. Costs no call. */
export function makeCreditDeps(host: Host = {}): CreditDeps {
  const based = leanBase(host);
  const { env, now, accounts } = based;
  return {
    ...viewDepsOf(based),
    credits: creditsIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    teams: teamsIn(accounts(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    teamSeats: env.PARTNER_TEAM_SEATS,
  };
}
