import * as z from 'zod';
import { accountErasureJob } from '#shared/accounts/deletion/order-account-erasure.ts';
import { backupJob } from '#shared/backup/order-backup.ts';
import { pruneJob } from '#shared/backup/order-prune.ts';
import { grantJobNames } from '#shared/credits/grants/grant-job.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { recountJob } from '#shared/reports/order-recount.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { hasEnded, taskStatuses } from '#shared/tasks/rules/tasks.ts';

const singleJobs = [backupJob, pruneJob, recountJob, accountErasureJob];

export const listTasks = defineEndpoint({
  id: 'listTasks',
  method: 'GET',
  path: '/api/v1/dev/tasks',
  auth: 'operator',
  needs: { audit, tasks: accountTasks },
  summary: 'List the latest tasks',
  description:
    'Returns the latest run of each job that runs once at a time, the scheduled grant runs that are not completed, and the latest runs that operators started. Newest first. `GET /api/v1/dev/tasks/{task_id}` shows one with its progress.',
  responses: {
    200: z
      .object({
        tasks: z
          .array(
            z.object({
              task_id: z.string(),
              job: z.string().meta({ description: 'Name of the job.' }),
              status: z.enum(taskStatuses),
              is_over: z.boolean().meta({ description: 'Whether it is completed or failed.' }),
              error: z.string().nullable().meta({ description: 'What went wrong. Absent or `null` if nothing did.' }),
              created_at: z.iso.datetime(),
              updated_at: z.iso.datetime(),
            }),
          )
          .meta({ description: 'The tasks, newest first.' }),
      })
      .meta({ id: 'TaskList' }),
  },
  example: {
    responses: {
      200: {
        tasks: [
          {
            task_id: 'task_4fTq0ZkJ8vW2nRxLb7YcHd',
            job: 'grant_daily_credits',
            status: 'running',
            is_over: false,
            error: null,
            created_at: '2026-11-21T04:00:00.000Z',
            updated_at: '2026-11-21T04:00:21.000Z',
          },
        ],
      },
    },
  },

  async handle(_, { tasks, audit }) {
    const [last, scheduled, ordered] = await Promise.all([
      Promise.all(singleJobs.map((job) => tasks.lastOf(job))),
      Promise.all(grantJobNames.map((job) => tasks.scheduledRuns(job))),
      audit.page({ action: 'run_grants', limit: 20 }),
    ]);
    const ids = [
      ...last.filter((id) => id !== null),
      ...scheduled.flat(),
      ...ordered.entries.map(({ details }) => String(details.task_id)),
    ];
    const tasksById = await Promise.all([...new Set(ids)].map((id) => tasks.byId(id)));
    const shown = tasksById.filter((task) => task !== null);
    return ok({
      tasks: shown
        .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        .map((task) => ({
          task_id: task.id,
          job: task.job,
          status: task.status,
          is_over: hasEnded(task),
          error: task.error,
          created_at: task.createdAt,
          updated_at: task.updatedAt,
        })),
    });
  },
});
