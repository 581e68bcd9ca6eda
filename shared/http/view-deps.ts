import { managedClientsIn } from '#shared/accounts/store/managed-clients.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import type { createContext } from '#shared/aws/context.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { auditIn } from '#shared/operators/store/audit.ts';
import { operatorDepsOf } from './operator-deps.ts';

export function viewDepsOf(
  based: Pick<ReturnType<typeof createContext>, 'env' | 'now' | 'secrets' | 'accounts'>,
) {
  const { env, now, accounts } = based;
  return {
    ...operatorDepsOf(based),
    now,
    users: usersIn(accounts()),
    audit: auditIn(accounts(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    managedClients: managedClientsIn(accounts(), { now }),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}
