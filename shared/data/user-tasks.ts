import { randomUUID } from 'node:crypto';
import type { Effect } from '#shared/domain/effects.ts';
import { abandonedMs, hasEnded, mostTakes, type UserJob, type UserTask } from '#shared/domain/user-tasks.ts';
import { newId } from '#shared/ids.ts';
import { afterPrefix, keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Part, Table } from './table.ts';

export type UserTasks = ReturnType<typeof userTasksIn>;

type Beginning = Pick<UserTask, 'job' | 'userId' | 'subject' | 'parameters'> & {
  /** Begun again with the same id, it is the same task. */
  id?: string;
  /** Epoch milliseconds: not to be taken from its queue before. */
  dueAt?: number;
};
type TaskItem = Item & UserTask & { begunBy: string; worker?: string; leaseUntil?: number };
type StepItem = Item & { step: string; output: unknown };

const keptSeconds = 90 * 86_400;
const open = '#status IN (:pending, :running)';
const openValues = { ':pending': 'pending', ':running': 'running' };
const givenUp = 'It did not come to an end. Ask for it again.';

/** Another worker is on the task. */
export class TaskBusy extends Error {
  override name = 'TaskBusy';
}
/** The task has ended, or another worker has taken it over: whoever still works on it stops. */
export class TaskLost extends Error {
  override name = 'TaskLost';
}

/** Work for users: tasks, who is on them, and the outcomes of their steps. */
export const userTasksIn = (table: Table, { now }: { now: () => number }) => ({
  /** Begins a task, which its queue hears of; or answers the one that runs for this user, job and subject already. */
  async begin(beginning: Beginning): Promise<{ task: UserTask; isNew: boolean }> {
    const { job, userId, subject, parameters, id = newId('task'), dueAt } = beginning;
    const at = new Date(now()).toISOString();
    const dueText = dueAt === undefined ? null : new Date(dueAt).toISOString();
    const start: Effect = { kind: 'user_task', id: `user_task#${id}`, job, task_id: id, due_at: dueText };
    const task: UserTask = {
      ...{ id, job, userId, subject, parameters, status: 'pending', stage: 'waiting', percent: 0 },
      ...{ result: null, error: null, takes: 0, createdAt: at, updatedAt: at },
    };
    const begunBy = randomUUID();
    const ttl = Math.ceil(now() / 1000) + keptSeconds;
    const unless = 'attribute_not_exists(pk)';
    const parts: Part[] = [
      {
        put: {
          ...keyOf.userTask(id),
          kind: 'user_task',
          ...task,
          begunBy,
          ttl,
          effects: JSON.stringify([start]),
        },
        condition: unless,
      },
      {
        put: { ...keyOf.runningTask(job, userId, subject), kind: 'running_task', taskId: id },
        condition: unless,
      },
      { put: { ...keyOf.latestTask(job, userId), kind: 'latest_task', taskId: id } },
    ];
    for (let tries = 1; ; tries++) {
      try {
        await table.transact(parts);
        return { task, isNew: true };
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.item || tries === 3) throw error;
        const found = error.item as TaskItem & { taskId?: string };
        if (found.kind === 'user_task') return { task: found, isNew: found.begunBy === begunBy };
        const running = await this.current(String(found.taskId));
        if (running && !hasEnded(running)) return { task: running, isNew: false };
      }
    }
  },

  byId: (taskId: string): Promise<UserTask | null> =>
    table.get<TaskItem>(keyOf.userTask(taskId), { consistent: true }),

  /** As `byId`; a task that nobody moves any more is failed first. */
  async current(taskId: string): Promise<UserTask | null> {
    const task = await this.byId(taskId);
    if (!task || hasEnded(task) || Date.parse(task.updatedAt) + abandonedMs > now()) return task;
    await this.fail(task, givenUp);
    return await this.byId(taskId);
  },

  /** The task of this kind that the user began last. */
  async latest(job: UserJob, userId: number): Promise<UserTask | null> {
    const found = await table.get<Item & { taskId: string }>(keyOf.latestTask(job, userId));
    return found ? await this.current(found.taskId) : null;
  },

  /**
   * Puts a worker on a task for so long: the task with the outcomes of the steps that were done before, or `null` when
   * there is nothing left to do. Throws `TaskBusy` while another worker is on it.
   */
  async take(taskId: string, worker: string, leaseSeconds: number): Promise<Taken | null> {
    let task: TaskItem;
    try {
      task = await table.update<TaskItem>({
        key: keyOf.userTask(taskId),
        update:
          'SET #status = :running, worker = :worker, leaseUntil = :until, updatedAt = :at, takes = takes + :one',
        condition: `${open} AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now OR worker = :worker)`,
        names: { '#status': 'status' },
        values: {
          ...openValues,
          ':worker': worker,
          ':until': now() + leaseSeconds * 1000,
          ':now': now(),
          ':at': new Date(now()).toISOString(),
          ':one': 1,
        },
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const found = error.item as TaskItem | null;
      if (!found || hasEnded(found)) return null;
      throw new TaskBusy(`Another worker is on the task ${taskId}.`);
    }
    if (task.takes > mostTakes) {
      await this.fail(task, givenUp);
      return null;
    }
    const steps = new Map<string, unknown>();
    const { pk, sk: prefix } = keyOf.taskStep(taskId, '');
    for await (const { step, output } of table.query<StepItem>(pk, [prefix, afterPrefix(prefix)], {
      consistent: true,
    }))
      steps.set(step, output);
    return { task, steps };
  },

  /** Says how far the worker is and keeps it on the task. Throws `TaskLost`. */
  async report(
    taskId: string,
    worker: string,
    { stage, percent, leaseSeconds }: { stage: string; percent: number; leaseSeconds: number },
  ): Promise<void> {
    await this.mine(taskId, worker, {
      update: 'SET stage = :stage, percent = :percent, leaseUntil = :until, updatedAt = :at',
      values: {
        ':stage': stage,
        ':percent': percent,
        ':until': now() + leaseSeconds * 1000,
        ':at': new Date(now()).toISOString(),
      },
    });
  },

  /** Takes the worker off the task, so that the next one need not wait. */
  async release(taskId: string, worker: string): Promise<void> {
    await this.mine(taskId, worker, { update: 'SET leaseUntil = :none', values: { ':none': 0 } });
  },

  /** Keeps the outcome of a step with whatever `also` writes: what is kept, which is another's when that one was first. */
  async keep<T>(taskId: string, step: string, output: T, also: readonly Part[] = []): Promise<T> {
    const ttl = Math.ceil(now() / 1000) + keptSeconds;
    const put = { ...keyOf.taskStep(taskId, step), kind: 'task_step', step, output, ttl };
    try {
      await table.transact([{ put, condition: 'attribute_not_exists(pk)' }, ...also]);
      return output;
    } catch (error) {
      const found = error instanceof ConditionFailed ? (error.item as StepItem | null) : null;
      if (found?.kind !== 'task_step') throw error;
      return found.output as T;
    }
  },

  /** Ends a task together with what it came to. Throws `TaskLost`. */
  async complete(
    { id, job, userId, subject }: UserTask,
    worker: string,
    { result = null, effects = [], parts = [] }: Outcome,
  ): Promise<void> {
    await this.mine(
      id,
      worker,
      {
        update: `SET #status = :completed, stage = :done, percent = :all, #result = :result, updatedAt = :at${effects.length > 0 ? ', effects = :effects' : ''}`,
        names: { '#result': 'result' },
        values: {
          ':completed': 'completed',
          ':done': 'done',
          ':all': 100,
          ':result': result,
          ':at': new Date(now()).toISOString(),
          ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        },
      },
      [noLongerRunning(job, userId, subject, id), ...parts],
    );
  },

  /** Ends a task with a sentence, if it has not ended: whether it did. */
  async fail({ id, job, userId, subject }: UserTask, error: string): Promise<boolean> {
    try {
      await table.transact([
        {
          key: keyOf.userTask(id),
          update: 'SET #status = :failed, #error = :error, updatedAt = :at',
          condition: open,
          names: { '#status': 'status', '#error': 'error' },
          values: {
            ...openValues,
            ':failed': 'failed',
            ':error': error,
            ':at': new Date(now()).toISOString(),
          },
        },
        noLongerRunning(job, userId, subject, id),
      ]);
      return true;
    } catch (cause) {
      if (cause instanceof ConditionFailed) return false;
      throw cause;
    }
  },

  /** A change of the task that only the worker on it may make. */
  async mine(
    taskId: string,
    worker: string,
    { update, values, names = {} }: { update: string; values: object; names?: Record<string, string> },
    also: readonly Part[] = [],
  ): Promise<void> {
    const change = {
      key: keyOf.userTask(taskId),
      update,
      condition: '#status = :running AND worker = :worker',
      names: { '#status': 'status', ...names },
      values: { ':running': 'running', ':worker': worker, ...values },
    };
    try {
      if (also.length === 0) await table.update(change);
      else await table.transact([change, ...also]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const found = error.item as Partial<TaskItem> | null;
      if (found && found.kind !== 'user_task') throw error;
      throw new TaskLost(`The task ${taskId} is not this worker's any more.`);
    }
  },
});

export type Taken = { task: UserTask; steps: ReadonlyMap<string, unknown> };
export type Outcome = { result?: unknown; effects?: readonly Effect[]; parts?: readonly Part[] };

const noLongerRunning = (job: UserJob, userId: number, subject: string, taskId: string): Part => ({
  remove: keyOf.runningTask(job, userId, subject),
  condition: 'attribute_not_exists(pk) OR taskId = :taskId',
  values: { ':taskId': taskId },
});
