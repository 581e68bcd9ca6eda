import type { DiscoverDeps } from '#shared/deps/discovery.ts';
import { hasEnded, type UserTask } from '#shared/domain/user-tasks.ts';

/** A discovery takes 30 to 60 seconds, so the first look is early and the later ones rare. */
const pausesMs = [250, 500, 1000, 2000];

/**
 * Waits for the worker to end a task, for as long as a request may. Returns the task as it stands then. The websites of
 * strangers are read by the worker alone: this function can read the secret that signs tokens.
 */
export async function awaitTask(
  taskId: string,
  { tasks, syncSeconds, pause }: Pick<DiscoverDeps, 'tasks' | 'syncSeconds' | 'pause'>,
): Promise<UserTask> {
  const until = performance.now() + syncSeconds * 1000;
  for (let looks = 0; ; looks++) {
    const task = await tasks.byId(taskId);
    if (!task) throw new Error(`The task ${taskId} is gone.`);
    const leftMs = until - performance.now();
    if (hasEnded(task) || leftMs <= 0) return task;
    await pause(Math.min(pausesMs[looks] ?? 2000, leftMs));
  }
}
