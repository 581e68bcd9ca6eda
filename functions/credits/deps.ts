import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';

/** The dependencies of one's credits and licences. Costs no call. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
