import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { countedTokens } from '#shared/limits/token-buckets.ts';

export const messageShare = { burst: 60, perSecond: 1 };

export function makeDeps(host: Overrides = {}) {
  const { env, now, attribution } = createContext(host);
  return {
    now,
    frontEndOrigins: env.FRONT_END_ORIGINS,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    // The function may not write to the store, so each process counts messages separately.
    takeMessage: countedTokens({ ...messageShare, now }),
    apiUrl: env.API_INTERNAL_URL || env.API_BASE_URL,
    fetch: host.fetch ?? fetch,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
