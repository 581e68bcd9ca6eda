import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { usersIn } from '#shared/data/users.ts';
import type { CreditDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';

/** The dependencies of one's credits and licences. Costs no call. */
export function makeCreditDeps(host: Host = {}): CreditDeps {
  const { env, now, secrets, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    credits: creditsIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    teamSeats: env.PARTNER_TEAM_SEATS,
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}
