import { hashPassword } from '#shared/accounts/rules/passwords.ts';
import { SmokeFailed, smoke } from '#shared/canary/smoke.ts';
import type { CanaryStep, CanaryWalk } from '#shared/canary/store/canary-walks.ts';
import { log } from '#shared/log.ts';
import { days, hours } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import type { Deps } from './deps.ts';

/** By then the stream has brought everything of a walk whose conversion the report showed. */
const settledMs = hours(1 / 6);
/** Of a walk that failed or was killed, the stream may bring rows for as long as it keeps its records. */
const abandonedMs = days(1.1);
/** More wait for the next run. */
const maxTidied = 25;

/**
 * Walks the stage as a customer does, under an account that is made for it, and removes what walks before it left.
 * Throws when the stage, or the removal, does not work: the alarm counts that.
 */
export async function walkStage(_: JobEvent, deps: Deps): Promise<object> {
  const { walks } = deps;
  const password = randomText(32);
  const walk = await walks.begin(await hashPassword(password));
  const began = performance.now();
  const steps: CanaryStep[] = [];
  const tell = (name: string, ms: number) => void steps.push({ name, ms: Math.round(ms) });
  const { id, email } = walk;
  const failure = await smoke({ ...deps, id, account: { email, password }, tell }).then(
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

/** What a person reads: errors of the network name addresses and ports, which help nobody. */
const wordsOf = (error: Error) =>
  error instanceof SmokeFailed ? error.message : `The stage did not answer (${error.name}).`;

async function removeLeftovers({ now, walks, removeRowsOf }: Deps): Promise<number> {
  const isOver = ({ outcome, startedAt }: CanaryWalk) =>
    Date.parse(startedAt) < now() - (outcome === 'passed' ? settledMs : abandonedMs);
  const over = (await walks.open()).filter(isOver).slice(-maxTidied);
  for (const walk of over) {
    await removeRowsOf(walk);
    await walks.close(walk);
  }
  if (over.length > 1) log.info('rows of several walks removed', { walks: over.length });
  return over.length;
}
