import { pruneQueue } from '#shared/backup/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { hasEnded } from '#shared/tasks/rules/tasks.ts';
import { completeWhenDone, runShard } from '#shared/tasks/sharded-task.ts';
import { superviseTask } from '#shared/tasks/supervise-task.ts';
import type { Deps } from './needs.ts';
import { pruneSlices } from './prune-slices.ts';

const workMs = 40_000;

export async function continuePrune(message: MessageOf<typeof pruneQueue>, deps: Deps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  if (!task || hasEnded(task)) return;
  const work = { ...pruneSlices(task, deps), effects: () => [] };
  if (shard === null)
    return await superviseTask(task, pruneQueue, deps, {
      complete: () => completeWhenDone(task, work, deps),
      givenUp: () => `The prune ${task.id} is given up; the next one continues.`,
    });
  if (await runShard(task, shard, work, deps, deps.now() + workMs)) await completeWhenDone(task, work, deps);
  else await deps.queues.send(pruneQueue, message);
}
