import type { AccountErasureParameters } from '#shared/accounts/deletion/order-account-erasure.ts';
import { accountErasureQueue } from '#shared/accounts/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { hasEnded, type Task } from '#shared/tasks/rules/tasks.ts';
import { completeWhenDone, runShard } from '#shared/tasks/sharded-task.ts';
import { superviseTask } from '#shared/tasks/supervise-task.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { accountSlices } from './account-slices.ts';
import type { Deps } from './needs.ts';

const workMs = 40_000;
const filesAtOnce = 8;

export async function continueAccountErasure(message: MessageOf<typeof accountErasureQueue>, deps: Deps): Promise<void> {
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  if (!task || hasEnded(task)) return;
  const work = { ...accountSlices(task, deps), effects: () => [] };
  const complete = async () => {
    const parts = await deps.tasks.progress(task);
    if (parts.some(({ isDone }) => !isDone)) return false;
    await finishAll(task, deps);
    return await completeWhenDone(task, work, deps);
  };
  if (shard === null)
    return await superviseTask(task, accountErasureQueue, deps, {
      complete,
      givenUp: () => `The erasure of accounts ${task.id} is given up; the next one continues.`,
    });
  if (await runShard(task, shard, work, deps, deps.now() + workMs)) await complete();
  else await deps.queues.send(accountErasureQueue, message);
}

async function finishAll(task: Task, deps: Deps): Promise<void> {
  const { userIds } = task.parameters as AccountErasureParameters;
  for (const userId of userIds) {
    const user = await deps.users.byId(userId);
    if (!user || user.erasedAt) continue;
    for (const [store, folder] of [
      [deps.files, `images/${userId}/`],
      [deps.files, `reports/${userId}/`],
      [deps.exportFiles, `exports/${userId}/`],
      [deps.exportFiles, `uploads/${userId}/`],
    ] as const) {
      const files = await store.list(folder);
      await forEachConcurrent(files, filesAtOnce, ({ key }) => store.remove(key));
    }
    await deps.waitingMails.forget(user.email);
    await deps.accountDeletions.finish(userId, user.createdAt);
  }
}
