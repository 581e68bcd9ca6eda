import type { ReadAdsDeps } from '#shared/ads/read-ads.ts';
import type { Competitors } from '#shared/data/competitors.ts';
import type { RateLimits } from '#shared/data/rate-limits.ts';
import type { UserTasks } from '#shared/data/user-tasks.ts';
import type { ViewDeps } from './view.ts';

/** What the reading of competitors' ads and one's own is built with. */
export type CompetitorDeps = ViewDeps &
  ReadAdsDeps & {
    competitors: Competitors;
    tasks: UserTasks;
    limits: RateLimits;
    pause(milliseconds: number): Promise<void>;
    /** `API_BASE_URL`. */
    apiBaseUrl: string;
    /** `AD_REFRESHES_PER_HOUR`. */
    adRefreshesPerHour: number;
    /** `AD_READS_PER_HOUR`. */
    adReadsPerHour: number;
  };
