import { ipNetworkIdOf } from '#shared/accounts/ip-network-id.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { auditIn } from '#shared/operators/store/audit.ts';
import { devUsersIn } from '#shared/operators/store/dev-users.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { now, secrets, accounts } = based;
  return {
    ...operatorDepsOf(based),
    now,
    secrets,
    devUsers: devUsersIn(accounts()),
    limits: rateLimitsIn(accounts(), { now }),
    ipNetworkId: ipNetworkIdOf(secrets),
    audit: auditIn(accounts(), { now }),
    inDryRun: <D>(deps: D): D => deps,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
