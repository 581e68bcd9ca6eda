import type { Sender } from '#shared/messages/sender.ts';
import type { ShardQueue } from '#shared/tasks/rules/task-messages.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { Tasks } from '#shared/tasks/store/tasks.ts';
import { days, minutes } from '#shared/values/durations.ts';
import { givenUpSum, type PageDone } from './sharded-task.ts';

export const recheckSeconds = 90;
const stillMs = minutes(1);
const givenUpMs = days(1);

type Deps = { tasks: Tasks; queues: Pick<Sender, 'send'>; now(): number };
type Supervision = {
  complete(): Promise<boolean>;
  givenUp(totals: PageDone): string;
};

/** After a day without an end, the task is abandoned. */
export async function superviseTask(
  task: Task,
  queue: ShardQueue,
  { tasks, queues, now }: Deps,
  { complete, givenUp }: Supervision,
): Promise<void> {
  if (await complete()) return;
  const startedAt = Date.parse(task.reopenedAt ?? task.createdAt);
  if (now() - startedAt > givenUpMs) {
    const totals = givenUpSum(await tasks.progress(task));
    const error = 'It was not done within a day.';
    const text = `${givenUp(totals)} ${error}`;
    const effects = [{ kind: 'notice' as const, id: `${queue.name}#${task.id}#given_up#${startedAt}`, text }];
    await tasks.move(task.id, 'failed', { ...totals, error, effects });
    return;
  }
  // If this worker dies during its work, the message starts a successor.
  await queues.send(queue, { task_id: task.id, shard: null }, { delaySeconds: recheckSeconds });
  for (const { shard, isDone, at } of await tasks.progress(task)) {
    if (!isDone && now() - Math.max(at, startedAt) >= stillMs) await queues.send(queue, { task_id: task.id, shard });
  }
}
