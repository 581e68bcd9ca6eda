import { TaskBusy } from '#shared/data/user-tasks.ts';
import type { DiscoverDeps } from '#shared/deps/discovery.ts';
import { discoverCompetitors } from '#shared/discovery/discover-competitors.ts';
import { hasEnded, type UserTask } from '#shared/domain/user-tasks.ts';
import { workUserTask } from '#shared/jobs/user-task.ts';

/** How long to wait before the next look when another worker is on the task, and before the next try. */
const lookMs = 500;
const retryMs = 1000;

/**
 * Works on a task within the request that waits for it, or waits for who works on it already: the task as it stands when
 * it has ended or the time is up. What is left then is the queue's.
 */
export async function workInRequest(taskId: string, deps: DiscoverDeps): Promise<UserTask> {
  const { tasks, syncSeconds, pause } = deps;
  const until = performance.now() + syncSeconds * 1000;
  const leftMs = () => Math.max(0, until - performance.now());
  for (;;) {
    const timer = new AbortController();
    const work = workUserTask(taskId, (run) => discoverCompetitors(run, deps), deps, {
      seconds: leftMs() / 1000,
    }).then(
      () => null,
      (error: unknown) => error,
    );
    const failure = await Promise.race([work, pause(leftMs(), timer.signal).then(() => null)]);
    timer.abort();
    const task = await tasks.byId(taskId);
    if (!task) throw new Error(`The task ${taskId} is gone.`);
    if (hasEnded(task) || leftMs() === 0) return task;
    const waitMs = failure instanceof TaskBusy ? lookMs : retryMs;
    await pause(Math.min(waitMs, leftMs()), new AbortController().signal);
  }
}
