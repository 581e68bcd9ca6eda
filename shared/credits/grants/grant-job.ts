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

/** The parameters of a run, fixed at its start, so that a resumed run grants the same for the same day. */
export type GrantRun = {
  taskId: string;
  /** The time of the run in epoch milliseconds. */
  at: number;
  /** The day of the run in `CREDITS_TIME_ZONE`. */
  day: string;
  creditsAmount: number;
  tierCredits: Record<Tier, number>;
  /** Counts the grants without making them. */
  dryRun: boolean;
};

/** A planned grant. `day` is the renewal that it settles. */
export type GrantDue = Grant & { day?: string };
/** The planned grants of a subject, in order, or the `error` of planning them. */
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
  plan(run: GrantRun, subjects: readonly S[], deps: GrantDeps): Promise<GrantPlan[]>;
  /** Called for a skipped grant, which another run has already paid. */
  leftOut?(userId: number, grant: GrantDue, deps: GrantDeps): Promise<unknown>;
  /** Builds the one message to the internal channel. */
  notice?(run: GrantRun, done: PageDone, seconds: number): string;
};
