import * as z from 'zod';
import { grantCounts } from '#functions/api/operators/credits/grant-report.ts';
import { backupJob } from '#shared/backup/order-backup.ts';
import { pruneJob } from '#shared/backup/order-prune.ts';
import { reportOf } from '#shared/credits/grants/report.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { recountJob } from '#shared/reports/order-recount.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { hasEnded, taskStatuses } from '#shared/tasks/rules/tasks.ts';
import { progressSum } from '#shared/tasks/sharded-task.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const exampleTask = {
  task_id: 'task_4fTq0ZkJ8vW2nRxLb7YcHd',
  job: 'grant_daily_credits',
  status: 'running' as const,
  progress: { done_shards: 9, shards: 16, percent: 56 },
  granted: 1200,
  skipped: 1,
  failed: 0,
  total_credits: 6000,
  failed_user_ids: [] as number[],
  error: null,
  created_at: '2026-11-21T04:00:00.000Z',
  updated_at: '2026-11-21T04:00:21.000Z',
};

export const readTask = defineEndpoint({
  id: 'readTask',
  method: 'GET',
  path: '/api/v1/dev/tasks/{task_id}',
  auth: 'operator',
  needs: { tasks: accountTasks },
  summary: 'Retrieve a task',
  description: 'Returns the progress and the counts of a background task. Poll it until `status` is `completed` or `failed`.',
  params: z.object({ task_id: z.string().min(1).max(100) }),
  responses: {
    200: z
      .object({
        task_id: z.string(),
        job: z.string().meta({ description: 'Name of the job.' }),
        status: z.enum(taskStatuses),
        progress: z
          .object({
            done_shards: z.int().meta({ description: 'Number of parts that are finished.' }),
            shards: z.int().meta({ description: 'Number of parts of the task.' }),
            percent: z.int().min(0).max(100),
          })
          .meta({ description: 'Progress of the task, in parts.' }),
        counts: z.record(z.string(), z.int()).optional().meta({
          description:
            'For a backup: items (in total and by table), files and bytes. For a prune: deleted rows. For a recount: stored events of its days.',
        }),
        backup_id: z.string().optional().meta({ description: 'For a backup: its folder, which identifies it for a restore.' }),
        ...z.object(grantCounts).partial().shape,
        error: z.string().nullable().meta({ description: 'What went wrong. Absent or `null` if nothing did.' }),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      })
      .meta({ id: 'Task' }),
  },
  errors: [serviceErrors.not_found],
  example: { params: { task_id: exampleTask.task_id }, responses: { 200: exampleTask } },

  async handle({ params }, { tasks }) {
    const task = await tasks.byId(params.task_id);
    if (!task) throw fail(serviceErrors.not_found);
    const parts = await tasks.progress(task);
    const doneShards = parts.filter(({ isDone }) => isDone).length;
    const lastStep = Math.max(Date.parse(task.updatedAt), ...parts.map(({ at }) => at));
    const progress = hasEnded(task) ? task : progressSum(parts);
    const isOfRows = task.job === backupJob || task.job === pruneJob || task.job === recountJob;
    const { backupId } = task.parameters as { backupId?: string };
    return ok({
      ...(isOfRows ? { task_id: task.id, job: task.job, status: task.status, counts: progress.counts } : reportOf(task, progress)),
      ...(backupId && { backup_id: backupId }),
      progress: {
        done_shards: doneShards,
        shards: task.shards,
        percent: Math.floor((100 * doneShards) / Math.max(1, task.shards)),
      },
      error: task.error,
      created_at: task.createdAt,
      updated_at: new Date(lastStep).toISOString(),
    });
  },
});
