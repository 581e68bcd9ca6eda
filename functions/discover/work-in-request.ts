import { setTimeout as delay } from 'node:timers/promises';
import { TaskBusy } from '#shared/data/user-task-items.ts';
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
  const until = performance.now() + deps.syncSeconds * 1000;
  const leftMs = () => Math.max(0, until - performance.now());
  for (;;) {
    const failure = leftMs() > 0 ? await workFor(taskId, leftMs(), deps) : null;
    const task = await deps.tasks.byId(taskId);
    if (!task) throw new Error(`The task ${taskId} is gone.`);
    if (hasEnded(task) || leftMs() === 0) return task;
    await deps.pause(Math.min(failure instanceof TaskBusy ? lookMs : retryMs, leftMs()));
  }
}

/** Works on it for so long, and no longer whatever a step waits for: what went wrong, if anything did. */
async function workFor(taskId: string, milliseconds: number, deps: DiscoverDeps): Promise<unknown> {
  const isOver = new AbortController();
  const seconds = milliseconds / 1000;
  const work = workUserTask(taskId, (run) => discoverCompetitors(run, deps), deps, { seconds }).then(
    () => null,
    (error: unknown) => error,
  );
  const timeIsUp = delay(milliseconds, null, { signal: isOver.signal }).catch(() => null);
  const failure = await Promise.race([work, timeIsUp]);
  isOver.abort();
  return failure;
}
