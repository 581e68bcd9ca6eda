import type { AuditActor } from '#shared/data/audit.ts';
import type { MaintenanceDeps } from '#shared/deps.ts';
import { hasEnded } from '#shared/domain/tasks.ts';
import type { GrantJobName } from '#shared/grants/grant-job.ts';
import { reportOf } from '#shared/grants/report.ts';
import { defaultDailyCredits, runGrants } from '#shared/grants/run-grants.ts';
import { runOf } from '#shared/grants/work-of.ts';
import { ok, reply } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';
import { idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import { newId, sha256 } from '#shared/ids.ts';
import { progressSum } from '#shared/jobs/sharded-task.ts';

/** What all routes that run a grant job say of themselves. */
export const runsOnce =
  'A run that finishes within 20 seconds returns `200` with its report; a longer one returns `202` and continues in the background. With the header `Idempotency-Key`, a retry resumes and returns the same run.';

type Asked = { creditsAmount?: number | undefined; dryRun?: boolean | undefined };
type Caller = { actor: { by: AuditActor }; header(name: string): string | undefined };

/** Runs a grant job for an operator, once for its `Idempotency-Key`, and answers how far it came. */
export async function runGrantsOnce(
  job: GrantJobName,
  { creditsAmount, dryRun = false }: Asked,
  { actor, header }: Caller,
  deps: MaintenanceDeps,
) {
  const key = idempotencyKeyOf(header);
  const taskId = key === undefined ? newId('task') : `task_${sha256(`${job} ${key}`).slice(0, 32)}`;
  const details = { job, task_id: taskId, dry_run: dryRun, credits_amount: creditsAmount };
  const also = deps.audit.parts({
    actor: actor.by,
    action: 'run_grants',
    userId: null,
    details,
  });
  const task = await runGrants({ job, taskId, at: deps.now(), creditsAmount, dryRun, also }, deps);
  const run = runOf(task);
  if (run.dryRun !== dryRun || run.creditsAmount !== (creditsAmount ?? defaultDailyCredits))
    throw fail('idempotency_key_reused');
  if (hasEnded(task)) return ok(reportOf(task));
  const report = reportOf(task, progressSum(await deps.tasks.progress(task)));
  return reply(202, { ...report, task_url: `/api/v1/dev/tasks/${encodeURIComponent(task.id)}` });
}
