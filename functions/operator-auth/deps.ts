import { networkIdOf } from '#shared/accounts/network-id.ts';
import { auditIn } from '#shared/data/audit.ts';
import { devUsersIn } from '#shared/data/dev-users.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { operatorDepsOf } from '#shared/make-deps/operators.ts';

/** The dependencies of operators' own accounts. Costs no call. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
