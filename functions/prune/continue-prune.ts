import type { PruneDeps } from '#shared/deps/maintenance-tasks.ts';
import { hasEnded } from '#shared/domain/tasks.ts';
import { lookAfter } from '#shared/jobs/look-after.ts';
import { completeWhenDone, workShard } from '#shared/jobs/sharded-task.ts';
import type { Message } from '#shared/queues.ts';
import { pruneSlices } from './prune-slices.ts';

const workMs = 40_000;

/** Goes on with a part of a prune, or looks after the whole of it. */
export async function continuePrune(message: Message<'prune'>, deps: PruneDeps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  // A task whose beginning was never written has done nothing.
  if (!task || hasEnded(task)) return;
  const work = { ...pruneSlices(task, deps), effects: () => [] };
  if (shard === null)
    return await lookAfter(task, 'prune', deps, {
      complete: () => completeWhenDone(task, work, deps),
      givenUp: () => `The prune ${task.id} is given up; the next one continues.`,
    });
  if (await workShard(task, shard, work, deps, deps.now() + workMs)) await completeWhenDone(task, work, deps);
  else await deps.queues.send('prune', message);
}
