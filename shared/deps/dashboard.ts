import type { AffordDeps } from '#shared/credits/assert-affordable.ts';
import type { AssistantReports } from '#shared/data/assistant-reports.ts';
import type { Competitors } from '#shared/data/competitors.ts';
import type { KeywordPlans } from '#shared/data/keyword-plans.ts';
import type { RateLimits } from '#shared/data/rate-limits.ts';
import type { UserTasks } from '#shared/data/user-tasks.ts';
import type { PaidAllowance } from '#shared/http/paid-limit.ts';
import type { BudgetDeps } from '#shared/llm/assert-budget.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { ViewDeps } from './view.ts';

/** What the dashboard is built with. */
export type DashboardDeps = ViewDeps &
  AffordDeps &
  BudgetDeps & {
    competitors: Competitors;
    plans: KeywordPlans;
    reports: AssistantReports;
    files: Pick<ObjectStore, 'link'>;
    tasks: UserTasks;
    limits: RateLimits;
    keywordPlans: PaidAllowance;
  };
