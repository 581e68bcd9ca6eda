import type { BackupParameters } from '#shared/backup/order-backup.ts';
import { backupQueue } from '#shared/backup/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { hasEnded } from '#shared/tasks/rules/tasks.ts';
import { runShard } from '#shared/tasks/sharded-task.ts';
import { superviseTask } from '#shared/tasks/supervise-task.ts';
import { minutes } from '#shared/values/durations.ts';
import { completeBackup } from './complete-backup.ts';
import { followExport } from './follow-export.ts';
import type { Deps } from './needs.ts';
import { scanSlices } from './scan-slices.ts';

/** A worker completes a slice that it has started, so this limit is well before the timeout. */
const workMs = minutes(1);

export async function continueBackup(message: MessageOf<typeof backupQueue>, deps: Deps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  if (!task || hasEnded(task)) return;
  const { method, backupId } = task.parameters as BackupParameters;
  if (shard === null)
    return await superviseTask(task, backupQueue, deps, {
      complete: () => completeBackup(task, deps),
      givenUp: () => `The backup ${backupId} (${task.id}) is given up.`,
    });
  if (method === 'export') {
    if (await followExport(task, shard, deps)) await completeBackup(task, deps);
    return;
  }
  const work = { ...scanSlices(task, deps), effects: () => [] };
  if (await runShard(task, shard, work, deps, deps.now() + workMs)) await completeBackup(task, deps);
  else await deps.queues.send(backupQueue, message);
}
