import { catchUpMissedRuns } from '#shared/credits/grants/catch-up-missed-runs.ts';
import type { GrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { grantJobOf } from '#shared/credits/grants/grant-jobs.ts';
import { reportOf } from '#shared/credits/grants/report.ts';
import { runGrants } from '#shared/credits/grants/run-grants.ts';
import type { JobEvent } from '#shared/worker/job.ts';

/** Runs a schedule. A repeated call, however late, continues the same task. */
export async function runScheduled({ job, scheduledAt }: JobEvent, deps: GrantDeps) {
  const at = Date.parse(scheduledAt);
  const taskId = `task_${job}_${new Date(at).toISOString().slice(0, 19).replace(/[:-]/g, '')}`;
  await catchUpMissedRuns(job, taskId, deps);
  return reportOf(await runGrants({ job: grantJobOf(job).name, taskId, at }, deps));
}
