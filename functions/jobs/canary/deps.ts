import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { removeRowsOf } from '#shared/canary/store/canary-rows.ts';
import { type CanaryWalk, canaryWalksIn } from '#shared/canary/store/canary-walks.ts';

/** The dependencies of the canary. Costs no call. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, accounts, attribution } = createContext(host);
  return {
    now,
    /** Where customers reach the stage. */
    url: env.API_BASE_URL,
    fetch: host.fetch ?? fetch,
    walks: canaryWalksIn(accounts(), { now }),
    removeRowsOf: (walk: CanaryWalk) => removeRowsOf(walk, attribution()),
  };
}

export type Deps = ReturnType<typeof makeDeps> & { pause?: (milliseconds: number) => Promise<unknown> };
