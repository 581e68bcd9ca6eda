import type { Grant, GrantOutcome } from '#shared/credits/store/credits.ts';
import { log } from '#shared/log.ts';
import type { PageDone } from '#shared/tasks/sharded-task.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import type { GrantDue, GrantJob, GrantPlan, GrantRun } from './grant-job.ts';
import type { GrantDeps } from './needs.ts';

/** If ten grants fail without a success, the store is down. */
const outageFrom = 10;
/** A grant that still fails is deferred, so that other pages do not wait. */
const maxAttempts = 3;

export type DeferredGrants = Pick<GrantPlan, 'userId' | 'grants'>;

export async function processPage<S>(job: GrantJob<S>, run: GrantRun, subjects: readonly S[], deps: GrantDeps): Promise<PageDone> {
  const cases = await job.plan(run, subjects, deps);
  // A later plan might differ, so the whole page waits for the store.
  const outage = cases.find(({ error }) => error instanceof Unavailable)?.error;
  if (outage) throw outage;
  const tally = newTally(run, job.name);
  for (const { userId, grants, error } of cases) {
    if (error) tally.failed(userId, error);
    else if (grants.length === 0) tally.skipped();
  }
  if (!run.dryRun) return await makeGrants(job, cases, tally, run, deps);
  const existingClaims = await deps.credits.claimed(cases.flatMap(({ userId, grants }) => grants.map(({ claim }) => ({ userId, claim }))));
  for (const grant of cases.flatMap(({ grants }) => grants)) {
    if (existingClaims.has(grant.claim)) tally.skipped();
    else tally.granted(grant.amount);
  }
  return tally.done();
}

export const retryDeferred = (
  job: GrantJob<unknown>,
  run: GrantRun,
  deferred: readonly DeferredGrants[],
  deps: GrantDeps,
): Promise<PageDone> => makeGrants(job, deferred, newTally(run, job.name), run, deps);

async function makeGrants(
  { leftOut }: Pick<GrantJob<unknown>, 'leftOut'>,
  cases: readonly DeferredGrants[],
  tally: Tally,
  run: GrantRun,
  deps: GrantDeps,
): Promise<PageDone> {
  // A user's grant must not precede a failed earlier grant, so each round makes one grant per user.
  let remaining = cases;
  for (let round = 0; remaining.length > 0; round++) {
    const caseByGrant = new Map<object, DeferredGrants>();
    const settled = new Map<DeferredGrants, { grant: GrantDue; outcome: GrantOutcome }>();
    const dueGrants = remaining.flatMap((pendingCase) => {
      const grant = pendingCase.grants[round];
      if (!grant) return [];
      const { day: _, ...grantFields } = grant;
      const attempted = { ...grantFields, userId: pendingCase.userId, source: run.taskId };
      caseByGrant.set(attempted, pendingCase);
      return [attempted];
    });
    await grantAll(dueGrants, deps, (attempted, outcome) => {
      const pendingCase = caseByGrant.get(attempted) as DeferredGrants;
      settled.set(pendingCase, { grant: pendingCase.grants[round] as GrantDue, outcome });
    });
    for (const [{ userId, grants }, { grant, outcome }] of settled) {
      if (outcome.outcome === 'failed') {
        if (outcome.error instanceof Unavailable) tally.deferred({ userId, grants: grants.slice(round) }, outcome.error);
        else tally.failed(userId, outcome.error);
      } else if (outcome.outcome === 'granted') tally.granted(grant.amount);
      else if (outcome.outcome === 'already' && outcome.source === run.taskId) tally.granted(outcome.amount);
      else {
        tally.skipped();
        await leftOut?.(userId, grant, deps);
      }
    }
    remaining = [...settled].flatMap(([pendingCase, { outcome }]) => (outcome.outcome === 'failed' ? [] : [pendingCase]));
  }
  return tally.done();
}

type AttemptedGrant = Grant & { userId: AccountId };

async function grantAll(
  due: readonly AttemptedGrant[],
  { credits, pause }: GrantDeps,
  settle: (attempted: AttemptedGrant, outcome: GrantOutcome) => void,
): Promise<void> {
  let pending = due;
  for (let attempts = 1; pending.length > 0; attempts++) {
    const failed = new Map<AttemptedGrant, GrantOutcome>();
    await credits.grantMany(pending, (attempted, outcome) => {
      if (outcome.outcome === 'failed' && outcome.error instanceof Unavailable) failed.set(attempted, outcome);
      else settle(attempted, outcome);
    });
    const isOutage = failed.size === pending.length && failed.size >= outageFrom;
    if (attempts === maxAttempts || isOutage) {
      for (const [attempted, outcome] of failed) settle(attempted, outcome);
      return;
    }
    pending = [...failed.keys()];
    if (pending.length > 0) await pause(100 * 2 ** attempts * (1 + Math.random()));
  }
}

type Tally = ReturnType<typeof newTally>;

function newTally({ taskId }: GrantRun, job: string) {
  const counts = { granted: 0, skipped: 0, failed: 0, totalCredits: 0 };
  const failures: number[] = [];
  const deferred: DeferredGrants[] = [];
  let outage: Error | undefined;
  return {
    granted(amount: number) {
      counts.granted += 1;
      counts.totalCredits += amount;
    },
    skipped() {
      counts.skipped += 1;
    },
    failed(accountId: AccountId, error: Error) {
      log.warn('grant failed', { job, task_id: taskId, user_id: accountId, error });
      counts.failed += 1;
      failures.push(accountId);
    },
    deferred(grants: DeferredGrants, error: Error) {
      log.warn('grant deferred', { job, task_id: taskId, user_id: grants.userId, error });
      deferred.push(grants);
      outage = error;
    },
    done(): PageDone {
      if (outage && counts.granted + counts.skipped === 0 && deferred.length >= outageFrom) throw outage;
      return { counts, failures, deferred };
    },
  };
}
