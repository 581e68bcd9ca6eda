import type { Sender } from '#shared/messages/sender.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { Part } from '#shared/store/table.ts';
import type { ShardQueue } from '#shared/tasks/rules/task-messages.ts';
import { hasEnded, type Task } from '#shared/tasks/rules/tasks.ts';
import type { Tasks } from '#shared/tasks/store/tasks.ts';
import { minutes } from '#shared/values/durations.ts';
import { recheckSeconds } from './supervise-task.ts';

/** A task without progress for this time was restored from a backup, or its messages were lost. */
const stalledMs = minutes(30);

type Deps = { tasks: Tasks; queues: Pick<Sender, 'send'>; now(): number };
export type SingleRun = Pick<Task, 'id' | 'job' | 'parameters' | 'shards'> & {
  queue: ShardQueue;
  also?: readonly Part[];
};

export async function startSingleRun(
  { queue, also = [], ...run }: SingleRun,
  { tasks, queues, now }: Deps,
): Promise<{ task: Task; isNew: boolean }> {
  const createdAt = new Date(now()).toISOString();
  const newTask: Task = {
    ...run,
    status: 'running',
    counts: {},
    failures: [],
    error: null,
    createdAt,
    updatedAt: createdAt,
  };
  return await retryOnConflict('rare', async () => {
    const last = await tasks.lastOf(run.job);
    const running = last === null ? null : await tasks.byId(last);
    if (running?.id === run.id) return { task: running, isNew: false };
    if (running && !hasEnded(running)) {
      if (!(await isStalled(running, { tasks, now }))) return { task: running, isNew: false };
      await tasks.move(running.id, 'failed', { error: 'Nobody went on with it.' });
    }
    // The message is sent before the task is stored, so that every task has a supervisor.
    await queues.send(queue, { task_id: run.id, shard: null }, { delaySeconds: recheckSeconds });
    const task = await tasks.create(newTask, [tasks.asLast(newTask, last), ...also]);
    if (task.id !== run.id) return conflict;
    for (let shard = 0; shard < run.shards; shard++) await queues.send(queue, { task_id: task.id, shard });
    return { task, isNew: true };
  });
}

async function isStalled(task: Task, { tasks, now }: Pick<Deps, 'tasks' | 'now'>): Promise<boolean> {
  const moved = Math.max(Date.parse(task.updatedAt), ...(await tasks.progress(task)).map(({ at }) => at));
  return now() - moved > stalledMs;
}
