import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { PageDone } from '#shared/tasks/sharded-task.ts';

export type GrantReport = {
  job: string;
  task_id: string;
  status: Task['status'];
  granted: number;
  skipped: number;
  failed: number;
  total_credits: number;
  failed_user_ids: number[];
  partner_granted?: number;
  partner_skipped?: number;
  partner_failed?: number;
};

export function reportOf(task: Task, totals: PageDone = task): GrantReport {
  const { granted = 0, skipped = 0, failed = 0, totalCredits = 0 } = totals.counts;
  return {
    job: task.job,
    task_id: task.id,
    status: task.status,
    granted,
    skipped,
    failed,
    total_credits: totalCredits,
    failed_user_ids: [...totals.failures],
    ...(task.job === 'subscription_renewals' && {
      partner_granted: granted,
      partner_skipped: skipped,
      partner_failed: failed,
    }),
  };
}
