import { randomUUID } from 'node:crypto';
import type { Effect } from '#shared/domain/effects.ts';
import { abandonedMs, hasEnded, mostTakes, type UserJob, type UserTask } from '#shared/domain/user-tasks.ts';
import { newId, sha256 } from '#shared/ids.ts';
import { afterPrefix, keyOf } from './keys.ts';
import { ConditionFailed, StoreUnavailable } from './store-errors.ts';
import type { Item, Part, Table } from './table.ts';

export type UserTasks = ReturnType<typeof userTasksIn>;

type Beginning = Pick<UserTask, 'job' | 'userId' | 'subject' | 'parameters'> & {
  /** Begun again with the same id, it is the same task. */
  id?: string;
  /** Epoch milliseconds: not to be taken from its queue before. */
  dueAt?: number;
};
type TaskItem = Item &
  UserTask & { begunBy: string; worker?: string; leaseUntil?: number; stepsSeen?: number };
type StepItem = Item & { step: string; output: unknown };
type SubjectItem = Item & { taskId: string; isRunning: boolean };

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
/** What the task's end was made from has changed meanwhile: it is to be made again. */
export class TaskChanged extends Error {
  override name = 'TaskChanged';
}

/** Work for users: tasks, who is on them, and the outcomes of their steps. */
export const userTasksIn = (table: Table, { now }: { now: () => number }) => {
  const nowText = () => new Date(now()).toISOString();
  const ttl = () => Math.ceil(now() / 1000) + keptSeconds;

  return {
    /**
     * The task that runs for a user, job and subject; else the id for the next one, which is the same until one was
     * begun: whoever asks at once, or again after a crash, begins and pays for one task.
     */
    async next(
      job: UserJob,
      userId: number,
      subject: string,
    ): Promise<{ running: UserTask } | { running: null; id: string }> {
      const last = await table.get<SubjectItem>(keyOf.subjectTask(job, userId, subject), {
        consistent: true,
      });
      const running = last?.isRunning ? await this.current(last.taskId) : null;
      if (running && !hasEnded(running)) return { running };
      const name = JSON.stringify([job, userId, subject, last?.taskId ?? null]);
      return { running: null, id: `task_${sha256(name).slice(0, 32)}` };
    },

    /** Begins a task, which its queue hears of; or answers the one that runs for this user, job and subject already. */
    async begin(beginning: Beginning): Promise<{ task: UserTask; isNew: boolean }> {
      const { job, userId, subject, parameters, id = newId('task'), dueAt } = beginning;
      const at = nowText();
      const dueText = dueAt === undefined ? null : new Date(dueAt).toISOString();
      const start: Effect = { kind: 'user_task', id: `user_task#${id}`, job, task_id: id, due_at: dueText };
      const task: UserTask = {
        ...{ id, job, userId, subject, parameters, status: 'pending', stage: 'waiting', percent: 0 },
        ...{ result: null, error: null, takes: 0, createdAt: at, updatedAt: at },
      };
      const begunBy = randomUUID();
      const item = { ...keyOf.userTask(id), kind: 'user_task', ...task, begunBy, ttl: ttl() };
      const ofSubject = keyOf.subjectTask(job, userId, subject);
      const parts: Part[] = [
        {
          put: { ...item, effects: JSON.stringify([start]) },
          condition: 'attribute_not_exists(pk)',
        },
        {
          put: { ...ofSubject, kind: 'subject_task', taskId: id, isRunning: true },
          condition: 'attribute_not_exists(pk) OR isRunning = :no',
          values: { ':no': false },
        },
        { put: { ...keyOf.latestTask(job, userId), kind: 'latest_task', taskId: id } },
      ];
      for (let tries = 1; ; tries++) {
        try {
          await table.transact(parts);
          return { task, isNew: true };
        } catch (error) {
          if (!(error instanceof ConditionFailed) || !error.item) throw error;
          if (tries === 3) throw new StoreUnavailable(error);
          const found = error.item as TaskItem & SubjectItem;
          if (found.kind === 'user_task') return { task: found, isNew: found.begunBy === begunBy };
          const running = await this.current(found.taskId);
          if (running && !hasEnded(running)) return { task: running, isNew: false };
          // A task that is gone has left its mark.
          if (!running) await this.unmark(found);
        }
      }
    },

    async unmark({ pk, sk, taskId }: SubjectItem): Promise<void> {
      const change = { key: { pk, sk }, update: 'SET isRunning = :no', condition: 'taskId = :taskId' };
      try {
        await table.update({ ...change, values: { ':no': false, ':taskId': taskId } });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
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
      const found = await table.get<Item & { taskId: string }>(keyOf.latestTask(job, userId), {
        consistent: true,
      });
      return found ? await this.current(found.taskId) : null;
    },

    /** Changes a parameter of a task that has not ended: whether it did. */
    async amend(taskId: string, name: string, value: unknown): Promise<boolean> {
      try {
        await table.update({
          key: keyOf.userTask(taskId),
          update: 'SET #parameters.#name = :value',
          condition: open,
          names: { '#status': 'status', '#parameters': 'parameters', '#name': name },
          values: { ...openValues, ':value': value },
        });
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
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
          // The effects went out with the task's beginning; the stream need not look at every later change.
          update:
            'SET #status = :running, worker = :worker, leaseUntil = :until, updatedAt = :at, takes = takes + :one REMOVE effects',
          condition: `${open} AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now OR worker = :worker)`,
          names: { '#status': 'status' },
          values: {
            ...openValues,
            ':worker': worker,
            ':until': now() + leaseSeconds * 1000,
            ':now': now(),
            ':at': nowText(),
            ':one': 1,
          },
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const found = error.item as TaskItem | null;
        if (!found || hasEnded(found)) return null;
        throw new TaskBusy(`Another worker is on the task ${taskId}.`);
      }
      const steps = new Map<string, unknown>();
      const { pk, sk: prefix } = keyOf.taskStep(taskId, '');
      for await (const { step, output } of table.query<StepItem>(pk, [prefix, afterPrefix(prefix)], {
        consistent: true,
      }))
        steps.set(step, output);
      if (steps.size > (task.stepsSeen ?? 0)) {
        // It gets on, so it is not given up.
        const progress = { ':first': 1, ':seen': steps.size };
        await this.mine(taskId, worker, {
          update: 'SET takes = :first, stepsSeen = :seen',
          values: progress,
        });
        task.takes = 1;
      } else if (task.takes > mostTakes) {
        await this.fail(task, givenUp, worker);
        return null;
      }
      return { task, steps };
    },

    /** Keeps the worker on the task for so long from now. Throws `TaskLost`. */
    async hold(taskId: string, worker: string, leaseSeconds: number): Promise<void> {
      const until = now() + leaseSeconds * 1000;
      await this.mine(taskId, worker, { update: 'SET leaseUntil = :until', values: { ':until': until } });
    },

    /** Says how far the worker is and keeps it on the task. Throws `TaskLost`. */
    async report(
      taskId: string,
      worker: string,
      { stage, percent, leaseSeconds }: { stage: string; percent: number; leaseSeconds: number },
    ): Promise<void> {
      await this.mine(taskId, worker, {
        update: 'SET stage = :stage, #percent = :percent, leaseUntil = :until, updatedAt = :at',
        names: { '#percent': 'percent' },
        values: {
          ':stage': stage,
          ':percent': percent,
          ':until': now() + leaseSeconds * 1000,
          ':at': nowText(),
        },
      });
    },

    /** Takes the worker off the task, so that the next one need not wait. */
    async release(taskId: string, worker: string): Promise<void> {
      await this.mine(taskId, worker, { update: 'SET leaseUntil = :none', values: { ':none': 0 } });
    },

    /** Keeps the outcome of a step with whatever `also` writes: what is kept, which is another's when that one was first. */
    async keep<T>(taskId: string, step: string, output: T, also: readonly Part[] = []): Promise<T> {
      const put = { ...keyOf.taskStep(taskId, step), kind: 'task_step', step, output, ttl: ttl() };
      if (also.length === 0) {
        const first = await table.putNew<StepItem>(put);
        return first ? (first.output as T) : output;
      }
      try {
        await table.transact([{ put, condition: 'attribute_not_exists(pk)' }, ...also]);
        return output;
      } catch (error) {
        const found = error instanceof ConditionFailed ? (error.item as StepItem | null) : null;
        if (found?.kind !== 'task_step') throw error;
        // What else was to be written, such as what a call has cost, is true whoever was first.
        await table.transact(also);
        return found.output as T;
      }
    },

    /** Ends a task together with what it came to. Throws `TaskLost`, and `TaskChanged` when the end is to be made again. */
    async complete(
      { id, job, userId, subject, parameters }: UserTask,
      worker: string,
      { result = null, effects = [], parts = [] }: Outcome,
    ): Promise<void> {
      await this.mine(
        id,
        worker,
        {
          update: `SET #status = :completed, stage = :done, #percent = :all, #result = :result, updatedAt = :at${effects.length > 0 ? ', effects = :effects' : ''}`,
          condition: '#parameters = :parameters',
          names: { '#result': 'result', '#percent': 'percent', '#parameters': 'parameters' },
          values: {
            ':completed': 'completed',
            ':done': 'done',
            ':all': 100,
            ':result': result,
            ':at': nowText(),
            ':parameters': parameters,
            ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
          },
        },
        [noLongerRunning(job, userId, subject, id), ...parts],
      );
    },

    /** Ends a task with a sentence, if it has not ended and is still the worker's, when one is told: whether it did. */
    async fail(
      { id, job, userId, subject }: UserTask,
      error: string,
      worker: string | null = null,
    ): Promise<boolean> {
      try {
        await table.transact([
          {
            key: keyOf.userTask(id),
            update: 'SET #status = :failed, #error = :error, updatedAt = :at',
            condition: worker === null ? open : `${open} AND worker = :worker`,
            names: { '#status': 'status', '#error': 'error' },
            values: {
              ...openValues,
              ':failed': 'failed',
              ':error': error,
              ':at': nowText(),
              ...(worker !== null && { ':worker': worker }),
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
      { update, condition, values, names = {} }: Change,
      also: readonly Part[] = [],
    ): Promise<void> {
      const mine = '#status = :running AND worker = :worker';
      const change = {
        key: keyOf.userTask(taskId),
        update,
        condition: condition ? `${mine} AND ${condition}` : mine,
        names: { '#status': 'status', ...names },
        values: { ':running': 'running', ':worker': worker, ...values },
      };
      try {
        if (also.length === 0) await table.update(change);
        else await table.transact([change, ...also]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const found = error.item as Partial<TaskItem> | null;
        const isMine =
          found && (found.kind !== 'user_task' || (found.status === 'running' && found.worker === worker));
        if (isMine || error.part > 0) throw new TaskChanged(`The task ${taskId} has changed.`);
        throw new TaskLost(`The task ${taskId} is not this worker's any more.`);
      }
    },
  };
};

type Change = {
  update: string;
  condition?: string;
  values: Record<string, unknown>;
  names?: Record<string, string>;
};
export type Taken = { task: UserTask; steps: ReadonlyMap<string, unknown> };
export type Outcome = { result?: unknown; effects?: readonly Effect[]; parts?: readonly Part[] };

/** Unless the mark is another task's already. */
const noLongerRunning = (job: UserJob, userId: number, subject: string, taskId: string): Part => ({
  key: keyOf.subjectTask(job, userId, subject),
  update: 'SET isRunning = :no',
  condition: 'taskId = :taskId',
  values: { ':no': false, ':taskId': taskId },
});
