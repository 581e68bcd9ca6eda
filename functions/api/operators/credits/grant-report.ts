import * as z from 'zod';
import type { GrantJobName } from '#shared/credits/grants/grant-job.ts';
import { DryRunFields } from '#shared/http/dry-run-fields.ts';
import { taskStatuses } from '#shared/tasks/rules/tasks.ts';

const count = (description: string) => z.int().min(0).meta({ description });

export const grantCounts = {
  granted: count('Number of grants made by this run, including those before an interruption.'),
  skipped: count('Number of users skipped: they already had their grant, or none is due.'),
  failed: count('Number of failed grants. Temporary failures are retried for a day, then by the next scheduled run.'),
  total_credits: count('Sum of all granted credits.'),
  failed_user_ids: z.array(z.int()).meta({ description: 'Up to 20 of the failures.' }),
  partner_granted: z.int().min(0).optional().meta({ description: 'For renewals: same as `granted`.' }),
  partner_skipped: z.int().min(0).optional().meta({ description: 'For renewals: same as `skipped`.' }),
  partner_failed: z.int().min(0).optional().meta({ description: 'For renewals: same as `failed`.' }),
};

const report = {
  job: z.string().meta({ description: 'Name of the job.' }),
  task_id: z.string(),
  ...grantCounts,
  ...DryRunFields.shape,
};

export const GrantReport = z
  .object({ ...report, status: z.enum(taskStatuses) })
  .meta({ id: 'GrantReport', description: 'The run has finished. The body holds its report.' });

export const GrantsRunning = z
  .object({
    ...report,
    status: z.enum(taskStatuses),
    task_url: z.string().meta({ description: 'Address to poll for progress.' }),
  })
  .meta({
    id: 'GrantsRunning',
    description: 'The run continues in the background. Poll `task_url` for progress.',
  });

const example = {
  task_id: 'task_4fTq0ZkJ8vW2nRxLb7YcHd',
  granted: 1998,
  skipped: 2,
  failed: 0,
  total_credits: 9990,
  failed_user_ids: [],
};
const running = { ...example, granted: 1200, skipped: 1, total_credits: 6000 };

export const grantExample = (job: GrantJobName) => ({
  200: { job, ...example, status: 'completed' as const },
  202: {
    job,
    ...running,
    status: 'running' as const,
    task_url: '/api/v1/dev/tasks/task_4fTq0ZkJ8vW2nRxLb7YcHd',
  },
});
