import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import type { GrantDeps } from './grant-deps.ts';
import type { GrantRun } from './grant-job.ts';
import { grantJobOf } from './grant-jobs.ts';
import { type DeferredGrants, processPage, retryDeferred } from './process-page.ts';

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
