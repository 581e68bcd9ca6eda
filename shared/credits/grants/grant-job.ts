import type { Grant } from '#shared/credits/store/credits.ts';
import type { Tier } from '#shared/licences/rules/licences.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { PageDone } from '#shared/tasks/sharded-task.ts';
import type { GrantDeps } from './grant-deps.ts';

export const grantJobNames = [
  'grant_daily_credits',
  'grant_new_signup_credits',
  'partner_monthly_topup',
  'subscription_renewals',
] as const;
export type GrantJobName = (typeof grantJobNames)[number];

/** What a run was asked to do, fixed at its start: a resumed run grants the same for the same day. */
export type GrantRun = {
  taskId: string;
  /** Epoch milliseconds: the moment that the run is of. */
  at: number;
  /** The day of `CREDITS_TIME_ZONE` that the run is of. */
  day: string;
  /** Of the daily credits. */
  creditsAmount: number;
  tierCredits: Record<Tier, number>;
  /** Counts what it would do. */
  dryRun: boolean;
};

/** A grant to be made; `day` is that of the renewal it settles. */
export type GrantDue = Grant & { day?: string };
/** What is due to one subject, in this order; `error`: it could not be found out. */
export type GrantPlan = { userId: number; grants: readonly GrantDue[]; error?: Error };

export type GrantJob<S> = {
  name: GrantJobName;
  shards: number;
  page(
    run: GrantRun,
    shard: number,
    start: WireMap | undefined,
    deps: GrantDeps,
  ): Promise<{ subjects: S[]; next: WireMap | undefined }>;
  /** What is due to the subjects of a page. */
  plan(run: GrantRun, subjects: readonly S[], deps: GrantDeps): Promise<GrantPlan[]>;
  /** Called for a skipped grant, which another run has already paid. */
  leftOut?(userId: number, grant: GrantDue, deps: GrantDeps): Promise<unknown>;
  /** The message to the internal channel, once. */
  notice?(run: GrantRun, done: PageDone, seconds: number): string;
};
