import type { Grant, GrantOutcome } from '#shared/credits/store/credits.ts';
import { log } from '#shared/log.ts';
import type { PageDone } from '#shared/tasks/sharded-task.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import type { GrantDeps } from './grant-deps.ts';
import type { GrantDue, GrantJob, GrantPlan, GrantRun } from './grant-job.ts';

/** If this many grants fail and none succeeds, the store is down, and the whole page is retried. */
const outageFrom = 10;
/**
 * Attempts of a grant within its page. A grant that still fails is deferred, so that other pages do not wait.
 */
const maxAttempts = 3;

/** The deferred grants of a user after transient failures. They are decided and not planned again. */
export type OwedCase = Pick<GrantPlan, 'userId' | 'grants'>;

/**
 * Makes or counts the grants of a page. A failure is counted with its user and does not stop other users.
 * Grants with transient failures are deferred.
 */
export async function processPage<S>(
  job: GrantJob<S>,
  run: GrantRun,
  subjects: readonly S[],
  deps: GrantDeps,
): Promise<PageDone> {
  const cases = await job.plan(run, subjects, deps);
  // A later plan might differ from the plan at its time, so the page waits.
  const outage = cases.find(({ error }) => error instanceof Unavailable)?.error;
  if (outage) throw outage;
  const tally = newTally(run, job.name);
  for (const { userId, grants, error } of cases) {
    if (error) tally.failed(userId, error);
    else if (grants.length === 0) tally.skipped();
  }
  if (!run.dryRun) return await makeGrants(job, cases, tally, run, deps);
  const held = await deps.credits.claimed(
    cases.flatMap(({ userId, grants }) => grants.map(({ claim }) => ({ userId, claim }))),
  );
  for (const grant of cases.flatMap(({ grants }) => grants)) {
    if (held.has(grant.claim)) tally.skipped();
    else tally.granted(grant.amount);
  }
  return tally.done();
}

/** Retries the deferred grants of pages. */
export const doOwed = (
  job: GrantJob<unknown>,
  run: GrantRun,
  owed: readonly OwedCase[],
  deps: GrantDeps,
): Promise<PageDone> => makeGrants(job, owed, newTally(run, job.name), run, deps);

async function makeGrants(
  { leftOut }: Pick<GrantJob<unknown>, 'leftOut'>,
  cases: readonly OwedCase[],
  tally: Tally,
  run: GrantRun,
  deps: GrantDeps,
): Promise<PageDone> {
  // A round makes one grant per user, so that a later grant never precedes a failed earlier grant.
  let open = cases;
  for (let round = 0; open.length > 0; round++) {
    const left = new Map<object, OwedCase>();
    const settled = new Map<OwedCase, { grant: GrantDue; outcome: GrantOutcome }>();
    const due = open.flatMap((one) => {
      const grant = one.grants[round];
      if (!grant) return [];
      const { day: _, ...plain } = grant;
      const made = { ...plain, userId: one.userId, source: run.taskId };
      left.set(made, one);
      return [made];
    });
    await grantAll(due, deps, (made, outcome) => {
      const one = left.get(made) as OwedCase;
      settled.set(one, { grant: one.grants[round] as GrantDue, outcome });
    });
    for (const [{ userId, grants }, { grant, outcome }] of settled) {
      if (outcome.outcome === 'failed') {
        if (outcome.error instanceof Unavailable)
          tally.owed({ userId, grants: grants.slice(round) }, outcome.error);
        else tally.failed(userId, outcome.error);
      } else if (outcome.outcome === 'granted') tally.granted(grant.amount);
      else if (outcome.outcome === 'already' && outcome.source === run.taskId) tally.granted(outcome.amount);
      else {
        tally.skipped();
        await leftOut?.(userId, grant, deps);
      }
    }
    open = [...settled].flatMap(([one, { outcome }]) => (outcome.outcome === 'failed' ? [] : [one]));
  }
  return tally.done();
}

type Made = Grant & { userId: number };

/** Makes grants, and retries transient failures, because the store accepts more after a while. */
async function grantAll(
  due: readonly Made[],
  { credits, pause }: GrantDeps,
  settle: (made: Made, outcome: GrantOutcome) => void,
): Promise<void> {
  let open = due;
  for (let attempts = 1; open.length > 0; attempts++) {
    const failed = new Map<Made, GrantOutcome>();
    await credits.grantMany(open, (made, outcome) => {
      if (outcome.outcome === 'failed' && outcome.error instanceof Unavailable) failed.set(made, outcome);
      else settle(made, outcome);
    });
    const isOutage = failed.size === open.length && failed.size >= outageFrom;
    if (attempts === maxAttempts || isOutage) {
      for (const [made, outcome] of failed) settle(made, outcome);
      return;
    }
    open = [...failed.keys()];
    if (open.length > 0) await pause(100 * 2 ** attempts * (1 + Math.random()));
  }
}

type Tally = ReturnType<typeof newTally>;

function newTally({ taskId }: GrantRun, job: string) {
  const counts = { granted: 0, skipped: 0, failed: 0, totalCredits: 0 };
  const failures: number[] = [];
  const owed: OwedCase[] = [];
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
    },
    owed(one: OwedCase, error: Error) {
      log.warn('grant owed', { job, task_id: taskId, user_id: one.userId, error });
      owed.push(one);
      outage = error;
    },
    done(): PageDone {
      if (outage && counts.granted + counts.skipped === 0 && owed.length >= outageFrom) throw outage;
      return { counts, failures, owed };
    },
  };
}
