import type { CachePagesDeps } from '#shared/ads/cache-pages.ts';
import type { Competitors } from '#shared/competitors/store/competitors.ts';
import type { ChargeDeps } from '#shared/credits/charge-for.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { WebSearch } from '#shared/llm/web-search.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import type { Web } from '#shared/web/web.ts';

/** How long each call of a discovery may take, in seconds, repeats included. */
export type DiscoveryLimits = { modelSeconds: number; searchSeconds: number; siteSeconds: number };

/** What discoveries are made with. */
export type DiscoveryDeps = CachePagesDeps &
  ChargeDeps & {
    tasks: UserTasks;
    competitors: Competitors;
    llm: RecordedLlm;
    search: WebSearch;
    web: Web;
    discoveryLimits: DiscoveryLimits;
  };

/** A discovery works in less than a queue's worker may take, and a request may wait for. */
export const discoveryLimits: DiscoveryLimits = { modelSeconds: 45, searchSeconds: 40, siteSeconds: 10 };
