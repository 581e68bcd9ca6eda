import type { GrantWorkerDeps } from '#shared/deps.ts';
import { hasEnded, type Task } from '#shared/domain/tasks.ts';
import { lookAgainSeconds } from '#shared/grants/run-grants.ts';
import { workOf } from '#shared/grants/work-of.ts';
import { completeWhenDone, progressSum, workShard } from '#shared/jobs/sharded-task.ts';
import type { Message } from '#shared/queues.ts';

/** Well before the function's end, since a page is done as a whole. */
const workMs = 40_000;
/** A part that has stood still for so long has nobody who works on it. */
const stillMs = 60_000;
const givenUpMs = 86_400_000;

/** Goes on with a part of a task that grants credits, or looks after the whole of it. */
export async function continueGrants(message: Message<'grants'>, deps: GrantWorkerDeps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  // A task whose beginning was never written has done nothing, and whoever asked for it was told so.
  if (!task || hasEnded(task)) return;
  if (shard === null) return await lookAfter(task, deps);
  const work = workOf(task, deps);
  if (await workShard(task, shard, work, deps, deps.now() + workMs)) await completeWhenDone(task, work, deps);
  else await deps.queues.send('grants', message);
}

/** Hands out the parts that stand still, again and again until the task has ended. */
async function lookAfter(task: Task, deps: GrantWorkerDeps): Promise<void> {
  const { tasks, queues, now } = deps;
  if (await completeWhenDone(task, workOf(task, deps), deps)) return;
  const begun = Date.parse(task.createdAt);
  if (now() - begun > givenUpMs) {
    const done = progressSum(await tasks.progress(task));
    const { granted = 0, failed = 0 } = done.counts;
    const error = 'It was not done within a day.';
    const text = `The run ${task.job} (${task.id}) is given up: ${granted} granted, ${failed} failed. ${error}`;
    const effects = [{ kind: 'notice' as const, id: `grants#${task.id}`, text }];
    await tasks.move(task.id, 'failed', { ...done, error, effects });
    return;
  }
  // First, so that a worker that dies below has a successor.
  await queues.send('grants', { task_id: task.id, shard: null }, { delaySeconds: lookAgainSeconds });
  for (const { shard, isDone, at } of await tasks.progress(task)) {
    if (!isDone && now() - Math.max(at, begun) >= stillMs)
      await queues.send('grants', { task_id: task.id, shard });
  }
}
