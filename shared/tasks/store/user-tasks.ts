import { randomUUID } from 'node:crypto';
import type { Effect, UserJob } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { keyOf } from '#shared/tasks/items.ts';
import { abandonedMs, hasEnded, type UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { newId, sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { givenUp, openCondition, openValues, retentionSeconds, type SubjectItem, type TaskItem } from './user-task-items.ts';
import { userTaskWorkIn } from './user-task-work.ts';

export type UserTasks = ReturnType<typeof userTasksIn>;

type TaskOrder = Pick<UserTask, 'job' | 'userId' | 'subject' | 'parameters'> & {
  id?: string;
};
export const userTasksIn = (table: Table, { now }: { now: () => number }) => {
  const nowText = () => new Date(now()).toISOString();
  const ttl = () => Math.ceil(now() / 1000) + retentionSeconds;

  const work = userTaskWorkIn(table, { now });

  return {
    ...work,

    /** Parallel requests and their retries pay for a single task. */
    async next(job: UserJob, accountId: AccountId, subject: string): Promise<{ running: UserTask } | { running: null; id: string }> {
      const last = await table.get<SubjectItem>(keyOf.subjectTask(job, accountId, subject), {
        consistent: true,
      });
      const running = last?.isRunning ? await this.current(last.taskId) : null;
      if (running && !hasEnded(running)) return { running };
      const name = JSON.stringify([job, accountId, subject, last?.taskId ?? null]);
      return { running: null, id: `task_${sha256(name).slice(0, 32)}` };
    },

    async last(job: UserJob, accountId: AccountId, subject: string): Promise<UserTask | null> {
      const last = await table.get<SubjectItem>(keyOf.subjectTask(job, accountId, subject), {
        consistent: true,
      });
      return last && (await this.current(last.taskId));
    },

    async start(order: TaskOrder): Promise<{ task: UserTask; isNew: boolean }> {
      const { job, userId, subject, parameters, id = newId('task') } = order;
      const at = nowText();
      const start: Effect = {
        kind: 'user_task',
        id: `user_task#${id}`,
        job,
        task_id: id,
        user_id: userId,
        due_at: null,
      };
      const task: UserTask = {
        id,
        job,
        userId,
        subject,
        parameters,
        status: 'pending',
        stage: 'waiting',
        percent: 0,
        result: null,
        error: null,
        takes: 0,
        createdAt: at,
        updatedAt: at,
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
      return await retryOnConflict('rare', async () => {
        const refusal = await refusalOf(table.transact(parts));
        if (!refusal) return { task, isNew: true };
        if (!refusal.item) throw refusal;
        const storedItem = refusal.item as TaskItem & SubjectItem;
        if (storedItem.kind === 'user_task') return { task: storedItem, isNew: storedItem.begunBy === begunBy };
        const running = await this.current(storedItem.taskId);
        if (running && !hasEnded(running)) return { task: running, isNew: false };
        // The mark names a task that no longer exists, so the mark is removed.
        if (!running) await this.unmark(storedItem);
        return conflict;
      });
    },

    async unmark({ pk, sk, taskId }: SubjectItem): Promise<void> {
      const change = { key: { pk, sk }, update: 'SET isRunning = :no', condition: 'taskId = :taskId' };
      await tookEffect(table.update({ ...change, values: { ':no': false, ':taskId': taskId } }));
    },

    byId: (taskId: string): Promise<UserTask | null> => table.get<TaskItem>(keyOf.userTask(taskId), { consistent: true }),

    async current(taskId: string): Promise<UserTask | null> {
      const task = await this.byId(taskId);
      if (!task || hasEnded(task) || Date.parse(task.updatedAt) + abandonedMs > now()) return task;
      await work.fail(task, givenUp);
      return await this.byId(taskId);
    },

    async latest(job: UserJob, accountId: AccountId): Promise<UserTask | null> {
      const latestTask = await table.get<Item & { taskId: string }>(keyOf.latestTask(job, accountId), {
        consistent: true,
      });
      return latestTask ? await this.current(latestTask.taskId) : null;
    },

    async amend(taskId: string, name: string, value: unknown): Promise<boolean> {
      return await tookEffect(
        table.update({
          key: keyOf.userTask(taskId),
          update: 'SET #parameters.#name = :value',
          condition: openCondition,
          names: { '#status': 'status', '#parameters': 'parameters', '#name': name },
          values: { ...openValues, ':value': value },
        }),
      );
    },
  };
};
