import type { AccountErasureDeps } from '#shared/deps/maintenance-tasks.ts';
import { hasEnded, type Task } from '#shared/domain/tasks.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { AccountErasureParameters } from '#shared/erasure/order-account-erasure.ts';
import { lookAfter } from '#shared/jobs/look-after.ts';
import { completeWhenDone, workShard } from '#shared/jobs/sharded-task.ts';
import type { Message } from '#shared/queues.ts';
import { accountSlices } from './account-slices.ts';

const workMs = 40_000;
const filesAtOnce = 8;

/** Goes on with a part of an erasure of accounts, or looks after the whole of it. */
export async function continueAccountErasure(
  message: Message<'account_erasure'>,
  deps: AccountErasureDeps,
): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  // A task whose beginning was never written has done nothing.
  if (!task || hasEnded(task)) return;
  const work = { ...accountSlices(task, deps), effects: () => [] };
  const complete = async () => {
    const parts = await deps.tasks.progress(task);
    if (parts.some(({ isDone }) => !isDone)) return false;
    await finishAll(task, deps);
    return await completeWhenDone(task, work, deps);
  };
  if (shard === null)
    return await lookAfter(task, 'account_erasure', deps, {
      complete,
      givenUp: () => `The erasure of accounts ${task.id} is given up; the next one continues.`,
    });
  if (await workShard(task, shard, work, deps, deps.now() + workMs)) await complete();
  else await deps.queues.send('account_erasure', message);
}

/** Ends each account once nothing of it is left in the tables. Repeatable. */
async function finishAll(task: Task, deps: AccountErasureDeps): Promise<void> {
  const { userIds } = task.parameters as AccountErasureParameters;
  for (const userId of userIds) {
    const user = await deps.users.byId(userId);
    if (!user || user.erasedAt) continue;
    for (const folder of [`images/${userId}/`, `reports/${userId}/`]) {
      const files = await deps.files.list(folder);
      await eachAtOnce(files, filesAtOnce, ({ key }) => deps.files.remove(key));
    }
    await deps.accountDeletions.finish(userId, user.createdAt);
  }
}
