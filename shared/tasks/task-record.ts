import * as z from 'zod';
import { taskStatuses } from '#shared/tasks/rules/tasks.ts';
import { taskErrorCodes, type UserTask } from '#shared/tasks/rules/user-tasks.ts';

export const BegunTask = z
  .object({
    task_id: z.string(),
    status: z.enum(taskStatuses),
    status_url: z.string().meta({ description: 'Path to poll for progress.' }),
  })
  .meta({ id: 'BegunTask' });

export const taskFields = {
  task_id: z.string(),
  status: z.enum(taskStatuses),
  progress: z.object({
    stage: z.string().meta({ description: 'Name of the current step.' }),
    percent: z.int().min(0).max(100),
  }),
  error: z.string().optional().meta({ description: 'Of a failed task: the reason, in one sentence.' }),
  error_code: z.enum(taskErrorCodes).optional().meta({
    description: 'Of a task that failed because of the request: the reason as a code, such as `website_unreachable`.',
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const taskRecord = ({ id, status, stage, percent, error, errorCode, createdAt, updatedAt }: UserTask) => ({
  task_id: id,
  status,
  progress: { stage, percent },
  ...(error !== null && { error }),
  ...(errorCode && { error_code: errorCode }),
  created_at: createdAt,
  updated_at: updatedAt,
});

export const taskExample = {
  task_id: 'task_7YkQ2c9XbR4mVtN1sLpE0w',
  status: 'running' as const,
  progress: { stage: 'verifying', percent: 70 },
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:21.000Z',
};
