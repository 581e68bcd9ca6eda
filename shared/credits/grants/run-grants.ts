import { grantsQueue } from '#shared/credits/queues.ts';
import { dailyGrant } from '#shared/credits/rules/credits.ts';
import type { Part } from '#shared/store/table.ts';
import { hasEnded, type Task } from '#shared/tasks/rules/tasks.ts';
import { runShards } from '#shared/tasks/sharded-task.ts';
import { recheckSeconds } from '#shared/tasks/supervise-task.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import { catchUpMissedRuns } from './catch-up-missed-runs.ts';
import type { GrantJobName } from './grant-job.ts';
import { grantJobOf, type Parameters, taskHandlers } from './grant-jobs.ts';
import type { GrantDeps } from './needs.ts';
import { reportOf } from './report.ts';

const partsAtOnce = 4;
export type GrantOrder = {
  job: GrantJobName;
  taskId: string;
  at: number;
  creditsAmount?: number | undefined;
  dryRun?: boolean | undefined;
  also?: readonly Part[];
};

export async function runScheduled({ job, scheduledAt }: JobEvent, deps: GrantDeps) {
  const at = Date.parse(scheduledAt);
  const taskId = `task_${job}_${new Date(at).toISOString().slice(0, 19).replace(/[:-]/g, '')}`;
  await catchUpMissedRuns(job, taskId, deps);
  return reportOf(await runGrants({ job: grantJobOf(job).name, taskId, at }, deps));
}

export async function runGrants(order: GrantOrder, deps: GrantDeps): Promise<Task> {
  const task = (await deps.tasks.byId(order.taskId)) ?? (await startRun(order, deps));
  if (hasEnded(task)) return task;
  const until = deps.now() + deps.grants.inlineSeconds * 1000;
  const remaining = await runShards(task, taskHandlers(task, deps), deps, { until, atOnce: partsAtOnce });
  for (const shard of remaining) await deps.queues.send(grantsQueue, { task_id: task.id, shard });
  return (await deps.tasks.byId(task.id)) ?? task;
}

async function startRun(order: GrantOrder, { now, tasks, queues, grants }: GrantDeps): Promise<Task> {
  const { job, taskId, at, creditsAmount = dailyGrant.amount, dryRun = false } = order;
  const { timeZone, tierCredits } = grants;
  const parameters: Parameters = { at, day: dayIn(timeZone, at), creditsAmount, tierCredits, dryRun };
  // The message is sent first, so that every task has a supervisor.
  await queues.send(grantsQueue, { task_id: taskId, shard: null }, { delaySeconds: recheckSeconds });
  const createdAt = new Date(now()).toISOString();
  return await tasks.create(
    {
      id: taskId,
      job,
      status: 'running',
      parameters,
      shards: grantJobOf(job).shards,
      counts: {},
      failures: [],
      error: null,
      createdAt,
      updatedAt: createdAt,
    },
    order.also,
  );
}
