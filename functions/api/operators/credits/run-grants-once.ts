import { users } from '#shared/accounts/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import type { GrantJobName } from '#shared/credits/grants/grant-job.ts';
import { runOf } from '#shared/credits/grants/grant-jobs.ts';
import { reportOf } from '#shared/credits/grants/report.ts';
import { runGrants } from '#shared/credits/grants/run-grants.ts';
import { credits, grants, partnerMonths, renewals } from '#shared/credits/needs.ts';
import { dailyGrant } from '#shared/credits/rules/credits.ts';
import type { Would } from '#shared/http/dry-run-fields.ts';
import { ok, reply } from '#shared/http/endpoint.ts';
import { idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import { licences } from '#shared/licences/needs.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { hasEnded } from '#shared/tasks/rules/tasks.ts';
import { progressSum } from '#shared/tasks/sharded-task.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { newId, sha256 } from '#shared/values/ids.ts';

export const runGrantsOnceNeeds = {
  audit,
  credits,
  grants,
  licences,
  partnerMonths,
  queues,
  renewals,
  tasks: accountTasks,
  users,
};
type Deps = DepsOf<typeof runGrantsOnceNeeds>;

export const runsOnce =
  'A run that finishes within 20 seconds returns `200` with its report; a longer one returns `202` and continues in the background. With the header `Idempotency-Key`, a retry resumes and returns the same run.';

type Asked = { creditsAmount?: number | undefined; dryRun?: boolean | undefined };
type Caller = { actor: { by: AuditActor }; header(name: string): string | undefined };

export async function runGrantsOnce(job: GrantJobName, { creditsAmount, dryRun = false }: Asked, { actor, header }: Caller, deps: Deps) {
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
  if (run.dryRun !== dryRun || run.creditsAmount !== (creditsAmount ?? dailyGrant.amount)) throw fail(serviceErrors.idempotency_key_reused);
  const withDryRun = <R extends ReturnType<typeof reportOf>>(report: R) => ({
    ...report,
    ...(dryRun && { dry_run: true as const, would: wouldGrant(report) }),
  });
  if (hasEnded(task)) return ok(withDryRun(reportOf(task)));
  const report = withDryRun(reportOf(task, progressSum(await deps.tasks.progress(task))));
  return reply(202, { ...report, task_url: `/api/v1/dev/tasks/${encodeURIComponent(task.id)}` });
}

const wouldGrant = ({ job, granted, total_credits }: ReturnType<typeof reportOf>): Would => ({
  actions: [{ action: 'grant_credits', user_id: null, details: { job, granted, total_credits } }],
  items: [],
  effects: [],
});
