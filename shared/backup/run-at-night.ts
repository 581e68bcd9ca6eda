import { accountErasureJob, accountErasureOrder } from '#shared/accounts/deletion/order-account-erasure.ts';
import type { NightDeps } from '#shared/backup/needs.ts';
import { backupJob, backupOrder } from '#shared/backup/order-backup.ts';
import { pruneJob, pruneOrder } from '#shared/backup/order-prune.ts';
import { sealJob, sealOrder } from '#shared/cells/order-seals.ts';
import { startSingleRun } from '#shared/tasks/single-run.ts';
import { hours } from '#shared/values/durations.ts';
import type { JobEvent } from '#shared/worker/job.ts';

const freshMs = hours(26);

export async function runAtNight({ job, scheduledAt }: JobEvent, deps: NightDeps) {
  const at = Date.parse(scheduledAt);
  const taskId = `task_${job}_${new Date(at).toISOString().slice(0, 19).replace(/[:-]/g, '')}`;
  if (job === backupJob)
    return await report(startSingleRun(backupOrder(taskId, deps.now(), deps.backupMethod, await deps.backups.latest()), deps));
  if (job === accountErasureJob) return await eraseAccounts(taskId, deps);
  if (job === sealJob) return await report(startSingleRun(sealOrder(taskId, deps.now()), deps));
  if (job !== pruneJob) throw new Error(`No job of the night is called ${job}.`);
  // Keys of past days must go whether or not there is a backup, because no backup may hold them.
  await deps.dayKeys.destroyEnded();
  const order = pruneOrder(taskId, deps.now(), deps.retention);
  const latest = await deps.backups.latest();
  if (latest && deps.now() - Date.parse(latest.completedAt) <= freshMs) return await report(startSingleRun(order, deps));
  const error = `The last backup is ${latest ? `of ${latest.completedAt}` : 'none'}, so nothing was deleted.`;
  const createdAt = new Date(deps.now()).toISOString();
  const { queue: _, ...skipped } = order;
  await deps.tasks.create({
    ...skipped,
    status: 'running',
    counts: {},
    failures: [],
    error: null,
    createdAt,
    updatedAt: createdAt,
  });
  const text = `The prune of the night was left out (${taskId}). ${error}`;
  await deps.tasks.move(taskId, 'failed', {
    error,
    effects: [{ kind: 'notice', id: `prune#${taskId}`, text }],
  });
  return { task_id: taskId, status: 'failed', error };
}

const maxAccounts = 500;

async function eraseAccounts(taskId: string, deps: NightDeps) {
  const userIds: number[] = [];
  for (const deletion of (await deps.accountDeletions.due()).slice(0, maxAccounts))
    if (await deps.accountDeletions.start(deletion)) userIds.push(deletion.userId);
  if (userIds.length === 0) return { task_id: taskId, status: 'completed' };
  return await report(startSingleRun(accountErasureOrder(taskId, userIds), deps));
}

async function report(singleRun: ReturnType<typeof startSingleRun>) {
  const { task, isNew } = await singleRun;
  return { task_id: task.id, status: task.status, is_new: isNew };
}
