import { networkIdOf } from '#shared/accounts/network-id.ts';
import { auditIn } from '#shared/data/audit.ts';
import { devUsersIn } from '#shared/data/dev-users.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import type { OperatorAuthDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { operatorDepsOf } from './operators.ts';

/** The dependencies of operators' own accounts. Costs no call. */
export function makeOperatorAuthDeps(host: Host = {}): OperatorAuthDeps {
  const based = leanBase(host);
  const { now, secrets, accounts } = based;
  return {
    ...operatorDepsOf(based),
    now,
    secrets,
    devUsers: devUsersIn(accounts()),
    limits: rateLimitsIn(accounts(), { now }),
    networkId: networkIdOf(secrets),
    audit: auditIn(accounts(), { now }),
  };
}
