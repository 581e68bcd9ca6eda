import { auditIn } from '#shared/data/audit.ts';
import { managedClientsIn } from '#shared/data/managed-clients.ts';
import { usersIn } from '#shared/data/users.ts';
import type { base } from './base.ts';
import { operatorDepsOf } from './operators.ts';

/** What the common view parameters need, of what every function has. */
export function viewDepsOf(based: Pick<ReturnType<typeof base>, 'env' | 'now' | 'secrets' | 'accounts'>) {
  const { env, now, accounts } = based;
  return {
    ...operatorDepsOf(based),
    now,
    users: usersIn(accounts()),
    audit: auditIn(accounts(), { now }),
    managedClients: managedClientsIn(accounts(), { now }),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}
