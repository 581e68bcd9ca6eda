import { depsOf, queues, userTasks } from '#functions/deps.ts';
import { adCacheIn } from '#shared/ads/store/ad-cache.ts';
import { adPagesIn } from '#shared/ads/store/ad-pages.ts';
import { adLibraryOf } from '#shared/ads/vendors/ad-library-of.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, analysis } = context;
  return {
    ...viewDepsOf(context),
    competitors: competitorsIn(analysis()),
    ...depsOf(context, { tasks: userTasks, queues }),
    adCache: adCacheIn(analysis(), { now }),
    adPages: adPagesIn(analysis(), { now }),
    adLibrary: adLibraryOf(env, {
      ...{ secrets, random, now, fetch: host.fetch },
      waits: vendorCooldownsIn(analysis(), { now }),
    }),
    apiBaseUrl: env.API_BASE_URL,
    adRefreshesPerHour: env.AD_REFRESHES_PER_HOUR,
    adReadsPerHour: env.AD_READS_PER_HOUR,
    adsCacheHours: env.ADS_CACHE_HOURS,
    // A request that reads ads must end before API Gateway ends it after 29 seconds.
    adsTimeoutMs: 8_500,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
