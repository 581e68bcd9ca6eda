import { lookAgainSeconds } from '#shared/tasks/supervise-task.ts';
import type { GrantDeps } from './grant-deps.ts';

/**
 * Remembers a scheduled run, and resumes earlier ones that were given up: they make the grants they still owe, of
 * their own day and under their own claims. Returns their ids.
 */
export async function makeUpForEarlierRuns(
  job: string,
  taskId: string,
  { tasks, queues }: Pick<GrantDeps, 'tasks' | 'queues'>,
): Promise<string[]> {
  const reopened: string[] = [];
  for (const id of await tasks.remember(job, taskId)) {
    if (id === taskId) continue;
    const task = await tasks.byId(id);
    if (task?.status === 'running') continue;
    if (task?.status !== 'failed') {
      await tasks.forget(job, id);
      continue;
    }
    // Before it is open, so that no open task is ever without somebody who looks after it.
    await queues.send('grants', { task_id: id, shard: null }, { delaySeconds: lookAgainSeconds });
    await tasks.reopen(id);
    for (const { shard, isDone } of await tasks.progress(task))
      if (!isDone) await queues.send('grants', { task_id: id, shard });
    reopened.push(id);
  }
  return reopened;
}
