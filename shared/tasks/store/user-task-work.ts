import { afterPrefix } from '#shared/store/keys.ts';
import { leaseWatch, monotonic } from '#shared/store/lease-watch.ts';
import { ConditionFailed, refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { keyOf } from '#shared/tasks/items.ts';
import { hasEnded, maxAttempts, type TaskErrorCode, type UserTask } from '#shared/tasks/rules/user-tasks.ts';
import {
  givenUp,
  noLongerRunning,
  type Outcome,
  openCondition,
  openValues,
  retentionSeconds,
  type StepItem,
  type Taken,
  TaskBusy,
  TaskChanged,
  type TaskItem,
  TaskLost,
} from './user-task-items.ts';

export function userTaskWorkIn(table: Table, { now, elapsed = monotonic }: { now: () => number; elapsed?: () => number }) {
  const watch = leaseWatch(elapsed);
  const nowText = () => new Date(now()).toISOString();
  const ttl = () => Math.ceil(now() / 1000) + retentionSeconds;

  /** Returns `null` for an ended task. Throws `TaskBusy` while another worker holds it. */
  async function take(taskId: string, worker: string, leaseSeconds: number): Promise<Taken | null> {
    let task: TaskItem;
    const on = (free: string, values: Record<string, unknown>) =>
      table.update<TaskItem>({
        key: keyOf.userTask(taskId),
        update: 'SET #status = :running, worker = :worker, leaseUntil = :until, updatedAt = :at, takes = takes + :one REMOVE effects',
        condition: `${openCondition} AND (${free})`,
        names: { '#status': 'status' },
        values: {
          ...openValues,
          ...values,
          ':worker': worker,
          ':until': now() + leaseSeconds * 1000,
          ':at': nowText(),
          ':one': 1,
        },
      });
    const unless = (error: unknown): TaskItem | null => {
      if (!(error instanceof ConditionFailed)) throw error;
      return error.item as TaskItem | null;
    };
    try {
      task = await on('attribute_not_exists(leaseUntil) OR leaseUntil < :now OR worker = :worker', {
        ':now': now(),
      });
    } catch (error) {
      const storedTask = unless(error);
      if (!storedTask || hasEnded(storedTask)) return null;
      const busy = new TaskBusy(`Another worker is on the task ${taskId}.`);
      const { worker: holder = '', leaseUntil = 0 } = storedTask;
      if (!watch.isOutlasted(taskId, `${holder} ${leaseUntil}`, leaseSeconds * 1000)) throw busy;
      try {
        task = await on('worker = :holder AND leaseUntil = :seen', {
          ':holder': holder,
          ':seen': leaseUntil,
        });
      } catch (again) {
        const ended = unless(again);
        if (!ended || hasEnded(ended)) return null;
        throw busy;
      }
    }
    const steps = new Map<string, unknown>();
    const { pk, sk: prefix } = keyOf.taskStep(taskId, '');
    for await (const { step, output } of table.query<StepItem>(pk, [prefix, afterPrefix(prefix)], {
      consistent: true,
    }))
      steps.set(step, output);
    if (steps.size > (task.stepsSeen ?? 0)) {
      const progress = { ':first': 1, ':seen': steps.size };
      await mine(taskId, worker, {
        update: 'SET takes = :first, stepsSeen = :seen',
        values: progress,
      });
      task.takes = 1;
    } else if (task.takes > maxAttempts) {
      await fail(task, givenUp, worker);
      return null;
    }
    return { task, steps };
  }

  async function hold(taskId: string, worker: string, leaseSeconds: number): Promise<void> {
    const until = now() + leaseSeconds * 1000;
    await mine(taskId, worker, { update: 'SET leaseUntil = :until', values: { ':until': until } });
  }

  async function report(
    taskId: string,
    worker: string,
    { stage, percent, leaseSeconds }: { stage: string; percent: number; leaseSeconds: number },
  ): Promise<void> {
    await mine(taskId, worker, {
      update: 'SET stage = :stage, #percent = :percent, leaseUntil = :until, updatedAt = :at',
      names: { '#percent': 'percent' },
      values: {
        ':stage': stage,
        ':percent': percent,
        ':until': now() + leaseSeconds * 1000,
        ':at': nowText(),
      },
    });
  }

  async function release(taskId: string, worker: string): Promise<void> {
    await mine(taskId, worker, { update: 'SET leaseUntil = :none', values: { ':none': 0 } });
  }

  async function keep<T>(taskId: string, step: string, output: T, also: readonly Part[] = []): Promise<T> {
    const put = { ...keyOf.taskStep(taskId, step), kind: 'task_step', step, output, ttl: ttl() };
    if (also.length === 0) {
      const first = await table.putNew<StepItem>(put);
      return first ? (first.output as T) : output;
    }
    const refusal = await refusalOf(table.transact([{ put, condition: 'attribute_not_exists(pk)' }, ...also]));
    if (!refusal) return output;
    const storedStep = refusal.item as StepItem | null;
    if (storedStep?.kind !== 'task_step') throw refusal;
    // Other writes of a step, such as a call's cost, apply whichever worker was first.
    await table.transact(also);
    return storedStep.output as T;
  }

  async function complete(
    { id, job, userId, subject, parameters }: UserTask,
    worker: string,
    { result = null, effects = [], parts = [] }: Outcome,
  ): Promise<void> {
    await mine(
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
  }

  /** Without a worker, a task that has changed since it was read does not fail. */
  async function fail(
    { id, job, userId, subject, updatedAt }: UserTask,
    error: string,
    worker: string | null = null,
    errorCode: TaskErrorCode | null = null,
  ): Promise<boolean> {
    return await tookEffect(
      table.transact([
        {
          key: keyOf.userTask(id),
          update: 'SET #status = :failed, #error = :error, errorCode = :code, updatedAt = :at',
          condition: `${openCondition} AND ${worker === null ? 'updatedAt = :seen' : 'worker = :worker'}`,
          names: { '#status': 'status', '#error': 'error' },
          values: {
            ...openValues,
            ':failed': 'failed',
            ':error': error,
            ':code': errorCode,
            ':at': nowText(),
            ...(worker === null ? { ':seen': updatedAt } : { ':worker': worker }),
          },
        },
        noLongerRunning(job, userId, subject, id),
      ]),
    );
  }

  async function mine(
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
    const refusal = await refusalOf(also.length === 0 ? table.update(change) : table.transact([change, ...also]));
    if (!refusal) return;
    const storedTask = refusal.item as Partial<TaskItem> | null;
    const isMine = storedTask && (storedTask.kind !== 'user_task' || (storedTask.status === 'running' && storedTask.worker === worker));
    if (isMine || refusal.part > 0) throw new TaskChanged(`The task ${taskId} has changed.`);
    throw new TaskLost(`The task ${taskId} is not this worker's any more.`);
  }

  return { take, hold, report, release, keep, complete, fail };
}

type Change = {
  update: string;
  condition?: string;
  values: Record<string, unknown>;
  names?: Record<string, string>;
};
