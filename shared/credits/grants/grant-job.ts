import type { Grant } from '#shared/credits/store/credits.ts';
import type { Tier } from '#shared/licences/rules/licences.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { PageDone } from '#shared/tasks/sharded-task.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { GrantDeps } from './needs.ts';

export const grantJobNames = ['grant_daily_credits', 'grant_new_signup_credits', 'partner_monthly_topup', 'subscription_renewals'] as const;
export type GrantJobName = (typeof grantJobNames)[number];

/** The run's parameters are fixed, so a resumed run grants the same. */
export type GrantRun = {
  taskId: string;
  at: number;
  day: string;
  creditsAmount: number;
  tierCredits: Record<Tier, number>;
  dryRun: boolean;
};

export type GrantDue = Grant & { day?: string };
export type GrantPlan = { userId: AccountId; grants: readonly GrantDue[]; error?: Error };

export type GrantJob<S> = {
  name: GrantJobName;
  shards: number;
  page(run: GrantRun, shard: number, start: WireMap | undefined, deps: GrantDeps): Promise<{ subjects: S[]; next: WireMap | undefined }>;
  plan(run: GrantRun, subjects: readonly S[], deps: GrantDeps): Promise<GrantPlan[]>;
  leftOut?(accountId: AccountId, grant: GrantDue, deps: GrantDeps): Promise<unknown>;
  notice?(run: GrantRun, totals: PageDone, seconds: number): string;
};
