import { networkIdOf } from '#shared/accounts/network-id.ts';
import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { auditIn } from '#shared/data/audit.ts';
import { devUsersIn } from '#shared/data/dev-users.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import type { OperatorAuthDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';

/** The dependencies of operators' own accounts. Costs no call. */
export function makeOperatorAuthDeps(host: Host = {}): OperatorAuthDeps {
  const { env, now, secrets, accounts } = leanBase(host);
  return {
    now,
    devUsers: devUsersIn(accounts()),
    limits: rateLimitsIn(accounts(), { now }),
    networkId: networkIdOf(secrets),
    audit: auditIn(accounts(), { now }),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
  };
}
