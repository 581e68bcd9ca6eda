import { setTimeout as pause } from 'node:timers/promises';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import { adCacheIn } from '#shared/data/ad-cache.ts';
import { adPagesIn } from '#shared/data/ad-pages.ts';
import { competitorsIn } from '#shared/data/competitors.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { vendorWaitsIn } from '#shared/data/vendor-waits.ts';
import { adLibraryOf } from '#shared/make-deps/ad-library.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';

/** The dependencies of competitors' ads and one's own. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, random, secrets, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    limits: rateLimitsIn(accounts(), { now }),
    competitors: competitorsIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
    adCache: adCacheIn(analysis(), { now }),
    adPages: adPagesIn(analysis(), { now }),
    adLibrary: adLibraryOf(env, {
      ...{ secrets, random, now, fetch: host.fetch },
      waits: vendorWaitsIn(analysis(), { now }),
    }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    apiBaseUrl: env.API_BASE_URL,
    adRefreshesPerHour: env.AD_REFRESHES_PER_HOUR,
    adReadsPerHour: env.AD_READS_PER_HOUR,
    adsCacheHours: env.ADS_CACHE_HOURS,
    // API Gateway waits for 29 seconds.
    adsTimeoutMs: 8_500,
    pause: async (milliseconds: number): Promise<void> => void (await pause(milliseconds)),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
