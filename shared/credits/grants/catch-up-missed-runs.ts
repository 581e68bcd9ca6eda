import { grantsQueue } from '#shared/credits/queues.ts';
import { recheckSeconds } from '#shared/tasks/supervise-task.ts';
import type { GrantDeps } from './needs.ts';

/** Abandoned runs make their deferred grants for their own day, under their own claims. */
export async function catchUpMissedRuns(
  job: string,
  taskId: string,
  { tasks, queues }: Pick<GrantDeps, 'tasks' | 'queues'>,
): Promise<string[]> {
  const reopened: string[] = [];
  for (const id of await tasks.addScheduledRun(job, taskId)) {
    if (id === taskId) continue;
    const task = await tasks.byId(id);
    if (task?.status === 'running') continue;
    if (task?.status !== 'failed') {
      await tasks.forget(job, id);
      continue;
    }
    // The message is sent first, so that every task has a supervisor.
    await queues.send(grantsQueue, { task_id: id, shard: null }, { delaySeconds: recheckSeconds });
    await tasks.reopen(id);
    for (const { shard, isDone } of await tasks.progress(task)) if (!isDone) await queues.send(grantsQueue, { task_id: id, shard });
    reopened.push(id);
  }
  return reopened;
}
