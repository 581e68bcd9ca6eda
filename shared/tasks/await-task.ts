import { hasEnded, type UserTask } from '#shared/tasks/rules/user-tasks.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';

/** The pauses grow, because a discovery takes up to a minute. */
const pausesMs = [250, 500, 1000, 2000];

export async function awaitTask(
  taskId: string,
  maxMs: number,
  { tasks, pause }: { tasks: UserTasks; pause(milliseconds: number): Promise<void> },
): Promise<UserTask> {
  const until = performance.now() + maxMs;
  for (let looks = 0; ; looks++) {
    const task = await tasks.byId(taskId);
    if (!task) throw new Error(`The task ${taskId} is gone.`);
    const leftMs = until - performance.now();
    if (hasEnded(task) || leftMs <= 0) return task;
    await pause(Math.min(pausesMs[looks] ?? 2000, leftMs));
  }
}
