import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { auditIn } from '#shared/data/audit.ts';
import { managedClientsIn } from '#shared/data/managed-clients.ts';
import { usersIn } from '#shared/data/users.ts';
import type { ViewDeps } from '#shared/deps/view.ts';
import type { base } from './base.ts';

/** What the common view parameters need, of what every function has. */
export const viewDepsOf = ({
  env,
  now,
  secrets,
  accounts,
}: Pick<ReturnType<typeof base>, 'env' | 'now' | 'secrets' | 'accounts'>): ViewDeps => ({
  now,
  users: usersIn(accounts()),
  tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
  audit: auditIn(accounts(), { now }),
  managedClients: managedClientsIn(accounts(), { now }),
  operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
  frontEndOrigins: env.FRONT_END_ORIGINS,
});
