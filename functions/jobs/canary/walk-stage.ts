import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { SmokeFailed, smoke } from '#shared/canary/smoke.ts';
import type { CanaryStep, CanaryWalk } from '#shared/canary/store/canary-walks.ts';
import { log } from '#shared/log.ts';
import { days, hours } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import type { Deps } from './needs.ts';

/** The stream delivers all records of a run within this time after the run's report. */
const settledMs = hours(1 / 6);
/** The stream keeps records for 24 hours, so it may still deliver rows of a failed run until then. */
const abandonedMs = days(1.1);
const maxTidied = 25;

export async function walkStage(_: JobEvent, deps: Deps): Promise<object> {
  const { walks } = deps;
  const password = randomText(32);
  const walk = await walks.start(await hashPassword(password));
  const began = performance.now();
  const steps: CanaryStep[] = [];
  const onStep = (name: string, ms: number) => void steps.push({ name, ms: Math.round(ms) });
  const { id, email } = walk;
  const failure = await smoke({ ...deps, id, account: { email, password }, onStep }).then(
    () => null,
    (error: Error) => error,
  );
  const outcome = failure ? 'failed' : 'passed';
  const ms = Math.round(performance.now() - began);
  await walks.finish(walk, { outcome, ms, steps, error: failure && wordsOf(failure) });
  const removed = await removeLeftovers(deps);
  if (failure) throw failure;
  return { outcome, ms, removed };
}

/** The network's errors contain addresses and ports. */
const wordsOf = (error: Error) => (error instanceof SmokeFailed ? error.message : `The stage did not answer (${error.name}).`);

async function removeLeftovers({ now, walks, removeRowsOf }: Deps): Promise<number> {
  const isOver = ({ outcome, startedAt }: CanaryWalk) => Date.parse(startedAt) < now() - (outcome === 'passed' ? settledMs : abandonedMs);
  const over = (await walks.open()).filter(isOver).slice(-maxTidied);
  for (const walk of over) {
    await removeRowsOf(walk);
    await walks.close(walk);
  }
  if (over.length > 1) log.info('rows of several walks removed', { walks: over.length });
  return over.length;
}
