import type { GrantOutcome } from '#shared/data/credits.ts';
import { StoreUnavailable } from '#shared/data/store-errors.ts';
import type { GrantDeps } from '#shared/deps.ts';
import type { PageDone } from '#shared/jobs/sharded-task.ts';
import { log } from '#shared/log.ts';
import type { Case, DueGrant, GrantJob, GrantRun } from './grant-job.ts';

/** So many failures of the store and no success: that is no matter of single users, and the page waits. */
const outageFrom = 10;

/** Makes the grants of a page, or counts them. One user's failure is counted and named, and stops nobody else. */
export async function doPage<S>(
  job: GrantJob<S>,
  run: GrantRun,
  subjects: readonly S[],
  deps: GrantDeps,
): Promise<PageDone> {
  const cases = await job.plan(run, subjects, deps);
  const tally = newTally(run, job.name);
  for (const { userId, grants, error } of cases) {
    if (error) tally.failed(userId, error);
    else if (grants.length === 0) tally.skipped();
  }
  if (run.dryRun) {
    const held = await deps.credits.claimed(cases.flatMap(({ grants }) => grants.map(({ claim }) => claim)));
    for (const grant of cases.flatMap(({ grants }) => grants)) {
      if (held.has(grant.claim)) tally.skipped();
      else tally.granted(grant.amount);
    }
    return tally.done();
  }
  // A user's first grants, then the second ones: a later one is not made before an earlier one that failed.
  let open = cases;
  for (let round = 0; open.length > 0; round++) {
    const left = new Map<object, Case>();
    const settled = new Map<Case, { grant: DueGrant; outcome: GrantOutcome }>();
    const due = open.flatMap((one) => {
      const grant = one.grants[round];
      if (!grant) return [];
      const { day: _, ...plain } = grant;
      const made = { ...plain, userId: one.userId, source: run.taskId };
      left.set(made, one);
      return [made];
    });
    await deps.credits.grantMany(due, (made, outcome) => {
      const one = left.get(made) as Case;
      settled.set(one, { grant: one.grants[round] as DueGrant, outcome });
    });
    for (const [{ userId }, { grant, outcome }] of settled) {
      if (outcome.outcome === 'failed') tally.failed(userId, outcome.error);
      else if (outcome.outcome === 'granted') tally.granted(grant.amount);
      else if (outcome.outcome === 'already' && outcome.source === run.taskId) tally.granted(outcome.amount);
      else {
        tally.skipped();
        await job.leftOut?.(userId, grant, deps);
      }
    }
    open = [...settled].flatMap(([one, { outcome }]) => (outcome.outcome === 'failed' ? [] : [one]));
  }
  return tally.done();
}

function newTally({ taskId }: GrantRun, job: string) {
  const counts = { granted: 0, skipped: 0, failed: 0, totalCredits: 0 };
  const failures: number[] = [];
  let outage: Error | undefined;
  return {
    granted(amount: number) {
      counts.granted += 1;
      counts.totalCredits += amount;
    },
    skipped() {
      counts.skipped += 1;
    },
    failed(userId: number, error: Error) {
      log.warn('grant failed', { job, task_id: taskId, user_id: userId, error });
      counts.failed += 1;
      failures.push(userId);
      if (error instanceof StoreUnavailable) outage = error;
    },
    done(): PageDone {
      if (outage && counts.granted + counts.skipped === 0 && counts.failed >= outageFrom) throw outage;
      return { counts, failures };
    },
  };
}
