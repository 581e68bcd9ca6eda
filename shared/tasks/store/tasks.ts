import { randomUUID } from 'node:crypto';
import type { Effect } from '#shared/messages/effects.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { keyOf } from '#shared/tasks/items.ts';
import type { Counts, Task, TaskStatus } from '#shared/tasks/rules/tasks.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Tasks = ReturnType<typeof tasksIn>;

export type DeferredWork = { userId: AccountId };

/** `version` detects a second worker; `at` is in epoch milliseconds. */
export type Progress = {
  shard: number;
  cursor: WireMap | null;
  counts: Counts;
  failures: readonly number[];
  notes?: readonly unknown[];
  owed?: readonly DeferredWork[];
  isPaged?: boolean;
  isDone: boolean;
  version: number;
  at: number;
};

type TaskItem = Item & Task;
type ProgressItem = Item & Progress & { writtenBy: string };

const retentionSeconds = daysInSeconds(90);

export const tasksIn = (table: Table, { now }: { now: () => number }) => ({
  async create(task: Task, also: readonly Part[] = []): Promise<Task> {
    const put = {
      ...keyOf.task(task.id),
      kind: 'task',
      ...task,
      ttl: Math.ceil(now() / 1000) + retentionSeconds,
    };
    const refusal = await refusalOf(table.transact([{ put, condition: 'attribute_not_exists(pk)' }, ...also]));
    if (refusal && !refusal.item) throw refusal;
    return refusal ? (refusal.item as TaskItem) : task;
  },

  async lastOf(job: string): Promise<string | null> {
    const run = await table.get<Item & { taskId: string }>(keyOf.singleRun(job), { consistent: true });
    return run?.taskId ?? null;
  },

  asLast: ({ job, id }: Task, before: string | null): Part => ({
    put: { ...keyOf.singleRun(job), kind: 'single_run', taskId: id },
    ...(before === null ? { condition: 'attribute_not_exists(pk)' } : { condition: 'taskId = :before', values: { ':before': before } }),
  }),

  byId: (taskId: string): Promise<Task | null> => table.get<TaskItem>(keyOf.task(taskId), { consistent: true }),

  async progress({ id, shards }: Pick<Task, 'id' | 'shards'>): Promise<Progress[]> {
    const { pk, sk } = keyOf.taskShard(id, 0);
    const prefix = sk.slice(0, -2);
    const progressByShard = new Map<number, Progress>();
    for await (const item of table.query<ProgressItem>(pk, [prefix, afterPrefix(prefix)], {
      consistent: true,
    }))
      progressByShard.set(item.shard, item);
    return Array.from({ length: shards }, (_, shard) => progressByShard.get(shard) ?? notBegun(shard));
  },

  async shardProgress(taskId: string, shard: number): Promise<Progress> {
    const item = await table.get<ProgressItem>(keyOf.taskShard(taskId, shard), { consistent: true });
    return item ?? notBegun(shard);
  },

  async advance(taskId: string, before: Progress, after: Omit<Progress, 'shard' | 'version' | 'at'>): Promise<boolean> {
    const writtenBy = randomUUID();
    const item = {
      ...keyOf.taskShard(taskId, before.shard),
      kind: 'task_shard',
      ...after,
      shard: before.shard,
      version: before.version + 1,
      at: now(),
      writtenBy,
      ttl: Math.ceil(now() / 1000) + retentionSeconds,
    };
    const condition =
      before.version === 0
        ? ({ condition: 'attribute_not_exists(pk)' } as const)
        : { condition: 'version = :version', values: { ':version': before.version } };
    const refusal = await refusalOf(table.transact([{ put: item, ...condition }]));
    return !refusal || (refusal.item as ProgressItem | null)?.writtenBy === writtenBy;
  },

  async addScheduledRun(job: string, taskId: string): Promise<string[]> {
    const { taskIds } = await table.update<Item & { taskIds: Set<string> | string[] }>({
      key: keyOf.scheduledRuns(job),
      update: 'SET #kind = :kind ADD taskIds :ids',
      names: { '#kind': 'kind' },
      values: { ':kind': 'scheduled_runs', ':ids': new Set([taskId]) },
    });
    return [...taskIds].sort().slice(-maxScheduledRuns);
  },

  async scheduledRuns(job: string): Promise<string[]> {
    const runs = await table.get<Item & { taskIds?: Set<string> | string[] }>(keyOf.scheduledRuns(job), {
      consistent: true,
    });
    return [...(runs?.taskIds ?? [])].sort().slice(-maxScheduledRuns);
  },

  async forget(job: string, taskId: string): Promise<void> {
    const values = { ':ids': new Set([taskId]) };
    await table.update({ key: keyOf.scheduledRuns(job), update: 'DELETE taskIds :ids', values });
  },

  async reopen(taskId: string): Promise<boolean> {
    return await tookEffect(
      table.update({
        key: keyOf.task(taskId),
        update: 'SET #status = :running, reopenedAt = :at, updatedAt = :at, #error = :none',
        condition: '#status = :failed',
        names: { '#status': 'status', '#error': 'error' },
        values: {
          ':running': 'running',
          ':failed': 'failed',
          ':at': new Date(now()).toISOString(),
          ':none': null,
        },
      }),
    );
  },

  async move(taskId: string, status: TaskStatus, { counts, failures = [], error = null, effects = [] }: Moved = {}): Promise<boolean> {
    return await tookEffect(
      table.update({
        key: keyOf.task(taskId),
        update: `SET #status = :status, updatedAt = :at, #error = :error, failures = :failures${counts ? ', counts = :counts' : ''}${effects.length > 0 ? ', effects = :effects' : ''}`,
        condition: 'attribute_exists(pk) AND #status IN (:pending, :running)',
        names: { '#status': 'status', '#error': 'error' },
        values: {
          ':status': status,
          ':at': new Date(now()).toISOString(),
          ':error': error,
          ':failures': failures,
          ':pending': 'pending',
          ':running': 'running',
          ...(counts && { ':counts': counts }),
          ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        },
      }),
    );
  },
});

const maxScheduledRuns = 60;

type Moved = {
  counts?: Counts;
  failures?: readonly number[];
  error?: string | null;
  effects?: readonly Effect[];
};

const notBegun = (shard: number): Progress => ({
  shard,
  cursor: null,
  counts: {},
  failures: [],
  isDone: false,
  version: 0,
  at: 0,
});
