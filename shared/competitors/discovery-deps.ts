import type { CachePagesDeps } from '#shared/ads/cache-pages.ts';
import type { Competitors } from '#shared/competitors/store/competitors.ts';
import type { ChargeDeps } from '#shared/credits/charge-for.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { WebSearch } from '#shared/llm/web-search.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import type { Web } from '#shared/web/web.ts';

export type DiscoveryLimits = { modelSeconds: number; searchSeconds: number; siteSeconds: number };

export type DiscoveryDeps = CachePagesDeps &
  ChargeDeps & {
    tasks: UserTasks;
    competitors: Competitors;
    llm: RecordedLlm;
    search: WebSearch;
    web: Web;
    discoveryLimits: DiscoveryLimits;
  };

/** The calls together take less than a worker's timeout. */
export const discoveryLimits: DiscoveryLimits = { modelSeconds: 45, searchSeconds: 40, siteSeconds: 10 };
