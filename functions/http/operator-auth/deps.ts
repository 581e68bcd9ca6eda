import { audit, depsOf, limits } from '#functions/deps.ts';
import { ipNetworkIdOf } from '#shared/accounts/ip-network-id.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { devUsersIn } from '#shared/operators/store/dev-users.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { secrets, accounts } = context;
  return {
    ...operatorDepsOf(context),
    devUsers: devUsersIn(accounts()),
    ...depsOf(context, { limits, audit }),
    ipNetworkId: ipNetworkIdOf(secrets),
    inDryRun: <D>(deps: D): D => deps,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
