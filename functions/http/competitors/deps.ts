import { adCacheIn } from '#shared/ads/store/ad-cache.ts';
import { adPagesIn } from '#shared/ads/store/ad-pages.ts';
import { adLibraryOf } from '#shared/ads/vendors/ad-library-of.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, pause, random, secrets, analysis } = based;
  return {
    ...viewDepsOf(based),
    competitors: competitorsIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
    adCache: adCacheIn(analysis(), { now }),
    adPages: adPagesIn(analysis(), { now }),
    adLibrary: adLibraryOf(env, {
      ...{ secrets, random, now, fetch: host.fetch },
      waits: vendorCooldownsIn(analysis(), { now }),
    }),
    queues: queueSender(env, host),
    apiBaseUrl: env.API_BASE_URL,
    adRefreshesPerHour: env.AD_REFRESHES_PER_HOUR,
    adReadsPerHour: env.AD_READS_PER_HOUR,
    adsCacheHours: env.ADS_CACHE_HOURS,
    // A request that reads ads must end before API Gateway ends it after 29 seconds.
    adsTimeoutMs: 8_500,
    pause,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
