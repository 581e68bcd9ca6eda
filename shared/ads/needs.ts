import type { Context } from '#shared/aws/context.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';
import { adCacheIn } from './store/ad-cache.ts';
import { adMediaIn } from './store/ad-media.ts';
import { adPagesIn } from './store/ad-pages.ts';
import { adLibraryOf } from './vendors/ad-library-of.ts';

export const adCache = ({ analysis, now }: Context) => adCacheIn(analysis(), { now });
export const adLibrary = ({ env, secrets, random, now, analysis, host: { fetch } }: Context) =>
  adLibraryOf(env, { secrets, random, now, fetch, waits: vendorCooldownsIn(analysis(), { now }) });
export const adMedia = ({ analysis, now }: Context) => adMediaIn(analysis(), { now });
export const adPages = ({ analysis, now }: Context) => adPagesIn(analysis(), { now });
export const adReadsPerHour = ({ env }: Context) => env.AD_READS_PER_HOUR;
export const adRefreshesPerHour = ({ env }: Context) => env.AD_REFRESHES_PER_HOUR;
export const adsCacheHours = ({ env }: Context) => env.ADS_CACHE_HOURS;
/** A request that reads ads must end before API Gateway ends it after 29 seconds. */
export const adsTimeoutMs = () => 8_500;
