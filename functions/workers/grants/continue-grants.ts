import { taskHandlers } from '#shared/credits/grants/grant-jobs.ts';
import type { GrantDeps } from '#shared/credits/grants/needs.ts';
import { grantsQueue } from '#shared/credits/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { hasEnded } from '#shared/tasks/rules/tasks.ts';
import { completeWhenDone, runShard } from '#shared/tasks/sharded-task.ts';
import { superviseTask } from '#shared/tasks/supervise-task.ts';

/** A worker completes a page that it has started, so this limit is well before the timeout. */
const workMs = 40_000;

export async function continueGrants(message: MessageOf<typeof grantsQueue>, deps: GrantDeps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  if (!task || hasEnded(task)) return;
  const work = taskHandlers(task, deps);
  if (shard === null)
    return await superviseTask(task, grantsQueue, deps, {
      complete: () => completeWhenDone(task, work, deps),
      givenUp: ({ counts: { granted = 0, failed = 0 } }) =>
        `The run ${task.job} (${task.id}) is given up: ${granted} granted, ${failed} failed.`,
    });
  if (await runShard(task, shard, work, deps, deps.now() + workMs)) await completeWhenDone(task, work, deps);
  else await deps.queues.send(grantsQueue, message);
}
