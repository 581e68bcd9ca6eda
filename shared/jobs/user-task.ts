import { randomUUID } from 'node:crypto';
import type { Part } from '#shared/data/table.ts';
import { type Outcome, TaskBusy, TaskLost, type UserTasks } from '#shared/data/user-tasks.ts';
import { mostTakes, type UserTask } from '#shared/domain/user-tasks.ts';
import { log } from '#shared/log.ts';

/** Why a task cannot be done, in a sentence for its user. Trying again would change nothing. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

/** A worker's hold on a task. */
export type TaskRun = {
  task: UserTask;
  /**
   * The outcome of a step: as an earlier worker kept it, or as `make` makes it now, kept together with what `also` of it
   * writes before anything else is done. An outcome is JSON of at most 350 KB.
   */
  step<T>(name: string, make: () => Promise<T | { output: T; also: readonly Part[] }>): Promise<T>;
  /** Says how far the work is. */
  report(stage: string, percent: number): Promise<void>;
};

export type UserTaskDeps = { tasks: UserTasks };

/** Longer than any one step. */
const leaseSeconds = 150;

/**
 * Works on a user's task to its end, or as far as it gets: what was done is kept and the next worker goes on there.
 * Throws when another try may help; the task fails with a sentence when none may, or when it was the last.
 */
export async function workUserTask(
  taskId: string,
  work: (run: TaskRun) => Promise<Outcome>,
  { tasks }: UserTaskDeps,
): Promise<void> {
  const worker = randomUUID();
  const taken = await tasks.take(taskId, worker, leaseSeconds);
  if (!taken) return;
  const { task, steps } = taken;
  const run: TaskRun = {
    task,
    async step<T>(name: string, make: () => Promise<T | { output: T; also: readonly Part[] }>) {
      if (steps.has(name)) return steps.get(name) as T;
      const made = await make();
      const { output, also } = withParts(made) ? made : { output: made as T, also: [] };
      return await tasks.keep(taskId, name, output, also);
    },
    report: (stage, percent) => tasks.report(taskId, worker, { stage, percent, leaseSeconds }),
  };
  try {
    await tasks.complete(task, worker, await work(run));
  } catch (error) {
    if (error instanceof TaskLost || error instanceof TaskBusy) throw error;
    if (error instanceof TaskFailed) return void (await tasks.fail(task, error.message));
    log.warn('task interrupted', { task: taskId, takes: task.takes, error: error as Error });
    if (task.takes >= mostTakes)
      return void (await tasks.fail(
        task,
        'It failed several times because something it needs did not answer. Ask for it again later.',
      ));
    await tasks.release(taskId, worker).catch(() => {});
    throw error;
  }
}

const withParts = <T>(
  made: T | { output: T; also: readonly Part[] },
): made is { output: T; also: readonly Part[] } =>
  typeof made === 'object' && made !== null && 'also' in made && 'output' in made;
