import type { FindPageDeps } from '#shared/ads/find-own-page.ts';
import type { AffordDeps } from '#shared/credits/assert-affordable.ts';
import type { Competitors } from '#shared/data/competitors.ts';
import type { RateLimits } from '#shared/data/rate-limits.ts';
import type { UserTasks } from '#shared/data/user-tasks.ts';
import type { DiscoveryDeps } from '#shared/discovery/discovery-deps.ts';
import type { PaidAllowance } from '#shared/http/paid-limit.ts';
import type { BudgetDeps } from '#shared/llm/assert-budget.ts';
import type { Web } from '#shared/ports/web.ts';
import type { QueueDeps } from '#shared/worker/queue-batch-worker.ts';
import type { ViewDeps } from './view.ts';

/** What discoveries are asked for with. */
export type DiscoverDeps = ViewDeps &
  AffordDeps &
  BudgetDeps & {
    tasks: UserTasks;
    web: Pick<Web, 'check'>;
    limits: RateLimits;
    discoveries: PaidAllowance;
    /** How long a request waits for its discovery. */
    syncSeconds: number;
    pause(milliseconds: number): Promise<void>;
  };

/** What the worker of discoveries is built with. */
export type DiscoveryWorkerDeps = DiscoveryDeps & FindPageDeps & QueueDeps & Pick<DiscoverDeps, 'pause'>;

/** What is looked up of discoveries with. */
export type DiscoveryReadDeps = ViewDeps & { competitors: Competitors; tasks: UserTasks };
