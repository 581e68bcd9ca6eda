import { randomUUID } from 'node:crypto';
import { log } from '#shared/log.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { Part } from '#shared/store/table.ts';
import { maxAttempts, type TaskErrorCode, type UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { type Outcome, TaskBusy, TaskChanged, TaskLost } from '#shared/tasks/store/user-task-items.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';

export class TaskFailed extends Error {
  override name = 'TaskFailed';
  readonly code: TaskErrorCode | null;
  constructor(message: string, code: TaskErrorCode | null = null) {
    super(message);
    this.code = code;
  }
}
class OutOfTime extends Error {
  override name = 'OutOfTime';
}

export type TaskRun = {
  task: UserTask;
  isLastTry: boolean;
  /** The outcome of an earlier worker has priority. An outcome has up to 350 KB. */
  step<T>(name: string, make: () => Promise<T | { output: T; also: readonly Part[] }>): Promise<T>;
  report(stage: string, percent: number): Promise<void>;
};

export type UserTaskDeps = { tasks: UserTasks };

export type TaskEnd = Outcome | ((task: UserTask) => Promise<Outcome>);

/** A live worker renews its lease three times in this period. */
const leaseSeconds = 15;

/** Throws if a retry may help. After `seconds`, no step starts. */
export async function workUserTask(
  taskId: string,
  work: (run: TaskRun) => Promise<TaskEnd>,
  { tasks }: UserTaskDeps,
  { seconds = Number.POSITIVE_INFINITY }: { seconds?: number } = {},
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const worker = randomUUID();
  const lease = await tasks.take(taskId, worker, leaseSeconds);
  if (!lease) return;
  const { task, steps } = lease;
  let lost: TaskLost | undefined;
  const beat = setInterval(() => {
    tasks.hold(taskId, worker, leaseSeconds).catch((error) => {
      if (error instanceof TaskLost) lost = error;
    });
  }, leaseSeconds * 333);
  const isLastTry = task.takes >= maxAttempts;
  const run: TaskRun = {
    task,
    isLastTry,
    async step<T>(name: string, make: () => Promise<T | { output: T; also: readonly Part[] }>) {
      if (steps.has(name)) return steps.get(name) as T;
      if (lost) throw lost;
      if (performance.now() >= until) throw new OutOfTime('No further step is started.');
      const outcome = await make();
      const { output, also } = withParts(outcome) ? outcome : { output: outcome as T, also: [] };
      return await tasks.keep(taskId, name, output, also);
    },
    report: (stage, percent) => tasks.report(taskId, worker, { stage, percent, leaseSeconds }),
  };
  try {
    await end(task, worker, await work(run), { tasks });
  } catch (error) {
    if (error instanceof TaskLost || error instanceof TaskBusy) throw error;
    if (error instanceof TaskFailed) return void (await tasks.fail(task, error.message, worker, error.code));
    if (!(error instanceof OutOfTime)) {
      log.warn('task interrupted', { task: taskId, takes: task.takes, error: error as Error });
      if (isLastTry) return void (await tasks.fail(task, noAnswer, worker));
    }
    await tasks.release(taskId, worker).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
}

const noAnswer = 'It failed several times because something it needs did not answer. Ask for it again later.';

async function end(task: UserTask, worker: string, taskEnd: TaskEnd, { tasks }: UserTaskDeps): Promise<void> {
  await retryOnConflict('rare', async (tries) => {
    const currentTask = tries === 1 && typeof taskEnd !== 'function' ? task : ((await tasks.byId(task.id)) ?? task);
    try {
      return await tasks.complete(currentTask, worker, typeof taskEnd === 'function' ? await taskEnd(currentTask) : taskEnd);
    } catch (error) {
      if (!(error instanceof TaskChanged)) throw error;
      return conflict;
    }
  });
}

const withParts = <T>(result: T | { output: T; also: readonly Part[] }): result is { output: T; also: readonly Part[] } =>
  typeof result === 'object' && result !== null && 'also' in result && 'output' in result;
