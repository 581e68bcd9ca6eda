import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import { dailyCredits } from './daily-credits.ts';
import type { GrantJob, GrantJobName, GrantRun } from './grant-job.ts';
import type { GrantDeps } from './needs.ts';
import { partnerTopup } from './partner-topup.ts';
import { type DeferredGrants, processPage, retryDeferred } from './process-page.ts';
import { subscriptionRenewals } from './renewals.ts';
import { signupCredits } from './signup-credits.ts';

// biome-ignore lint/suspicious/noExplicitAny: this list has jobs over different subjects.
const grantJobs: Record<GrantJobName, GrantJob<any>> = {
  grant_daily_credits: dailyCredits,
  grant_new_signup_credits: signupCredits,
  partner_monthly_topup: partnerTopup,
  subscription_renewals: subscriptionRenewals,
};

// biome-ignore lint/suspicious/noExplicitAny: this list has jobs over different subjects.
export function grantJobOf(name: string): GrantJob<any> {
  if (Object.hasOwn(grantJobs, name)) return grantJobs[name as GrantJobName];
  throw new Error(`There is no grant job ${name}.`);
}

export const runOf = ({ id, parameters }: Task): GrantRun => ({ ...(parameters as Parameters), taskId: id });

export type Parameters = Omit<GrantRun, 'taskId'>;

export function taskHandlers(task: Task, deps: GrantDeps): ShardedWork<unknown> {
  const job = grantJobOf(task.job);
  const run = runOf(task);
  return {
    page: (shard, start) => job.page(run, shard, start, deps),
    processPage: (subjects) => processPage(job, run, subjects, deps),
    retryDeferred: (deferredWork) => retryDeferred(job, run, deferredWork as DeferredGrants[], deps),
    effects(totals) {
      if (!job.notice || run.dryRun) return [];
      const seconds = Math.round((deps.now() - Date.parse(task.createdAt)) / 1000);
      return [{ kind: 'notice', id: `grants#${task.id}`, text: job.notice(run, totals, seconds) }];
    },
  };
}
