import { auditIn } from '#shared/data/audit.ts';
import { usersIn } from '#shared/data/users.ts';
import type { MaintenanceDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';

/** The dependencies of the operators' maintenance. Costs no call. */
export function makeMaintenanceDeps(host: Host = {}): MaintenanceDeps {
  const { env, now, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    audit: auditIn(accounts(), { now }),
    operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
  };
}
