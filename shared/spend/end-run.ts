import { log } from '#shared/log.ts';
import { WaitsForOtherWork } from '#shared/messages/retry-soon.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { continueImport, continueUndo, type SpendDeps, takeBack } from './continue-import.ts';
import type { SpendProblem } from './rules/sent-row.ts';
import type { ImportRef } from './rules/spend-imports.ts';
import { isRunHeld, maxRunTries, type SpendRun, undoingOf, workOfRun } from './rules/spend-runs.ts';

/** The import's item stores at most this number of problems, because its size is limited. */
const maxStoredProblems = 200;
const maxStarts = 3;

const problemOf = (code: string, message: string): SpendProblem => ({
  line: null,
  field: null,
  code,
  message,
});
export const interrupted = problemOf('interrupted', 'It was interrupted. Send it again.');
export const notStorable = problemOf('not_storable', 'A row is too large to be stored.');

/**
 * Returns `null` if the run started, or the run already in progress. A run whose owner died ends first, so a
 * dead owner delays the account by one lease.
 */
export async function startRun(
  accountId: AccountId,
  wanted: Pick<SpendRun, 'run' | 'environment' | 'digest'>,
  deps: SpendDeps,
): Promise<SpendRun | null> {
  const { spendImports, now } = deps;
  for (let starts = 1; ; starts++) {
    const running = await spendImports.start(accountId, wanted);
    if (!running) return null;
    const isShared = running.run === wanted.run || running.digest === wanted.digest;
    if (isShared && (await spendImports.renew(accountId, running.run))) return running;
    if (starts === maxStarts || (!isShared && isRunHeld(running, now()))) return running;
    if (!isShared)
      await endDeadRun(accountId, running, deps).catch((error: Error) => log.error('a run of spend could not be ended', error));
  }
}

async function endDeadRun(accountId: AccountId, run: SpendRun, deps: SpendDeps): Promise<void> {
  const tries = await deps.spendImports.takeOver(accountId, run);
  if (tries === null) return;
  const { id, isUndo } = workOfRun(run);
  const importRef = { accountId, environment: run.environment, id };
  log.warn('the owner of a run of spend has died', { account_id: accountId, run: run.run, tries });
  if (tries > maxRunTries) await giveUp(importRef, isUndo, deps);
  else if (isUndo) await finishUndo(importRef, deps);
  else await finishImport(importRef, deps);
}

/** An earlier owner may have died. The call is idempotent. */
export async function endImport(importRef: ImportRef, deps: SpendDeps): Promise<void> {
  const { accountId, environment, id } = importRef;
  const stored = await deps.spendImports.byId(accountId, environment, id);
  if (stored?.status !== 'running') return await deps.spendImports.release(accountId, id);
  await assertFree(accountId, id, deps);
  const running = await startRun(accountId, { run: id, environment, digest: id }, deps);
  if (running && running.run !== id) throw new WaitsForOtherWork('Another import of the account runs.');
  await finishImport(importRef, deps);
}

export async function endUndo(importRef: ImportRef, deps: SpendDeps): Promise<void> {
  const { accountId, environment, id } = importRef;
  const run = undoingOf(id);
  const stored = await deps.spendImports.byId(accountId, environment, id);
  if (stored?.status !== 'undoing') return await deps.spendImports.release(accountId, run);
  await assertFree(accountId, run, deps);
  const running = await startRun(accountId, { run, environment, digest: run }, deps);
  if (running && running.run !== run) throw new WaitsForOtherWork('An import of the account runs.');
  await finishUndo(importRef, deps);
}

async function assertFree(accountId: AccountId, run: string, { spendImports, now }: SpendDeps): Promise<void> {
  const running = await spendImports.runOf(accountId);
  if (running?.run === run && isRunHeld(running, now())) throw new WaitsForOtherWork('Another worker is on this run.');
}

async function finishImport(importRef: ImportRef, deps: SpendDeps): Promise<void> {
  const { spendImports } = deps;
  const { accountId, environment, id } = importRef;
  const stored = await spendImports.byId(accountId, environment, id);
  if (stored?.status !== 'running') return await spendImports.release(accountId, id);
  if (stored.isGivenUp) return await failImport(importRef, [interrupted], deps);
  if ('stagedAt' in stored) return void (await continueImport(importRef, deps));
  // The message of an import of a file repeats it.
  if (stored.file) return await spendImports.release(accountId, id);
  // The rows were only in the request that died, so the import fails. None of its days are visible.
  await failImport(importRef, [interrupted], deps);
}

async function finishUndo(importRef: ImportRef, deps: SpendDeps): Promise<void> {
  const after = await continueUndo(importRef, deps);
  if (after?.status !== 'undoing') await deps.spendImports.release(importRef.accountId, undoingOf(importRef.id));
}

/** An undo that is given up stays `undoing`, and continues when it is requested again. */
export async function giveUp(importRef: ImportRef, isUndo: boolean, deps: SpendDeps): Promise<void> {
  log.error('a run of spend is given up', new Error(isUndo ? undoingOf(importRef.id) : importRef.id));
  if (isUndo) await deps.spendImports.release(importRef.accountId, undoingOf(importRef.id));
  else await failImport(importRef, [interrupted], deps);
}

/** The days that the import already replaced count as before. The call is idempotent. */
export async function failImport(importRef: ImportRef, problems: readonly SpendProblem[], deps: SpendDeps): Promise<void> {
  const { spendImports } = deps;
  const { accountId, environment, id } = importRef;
  await spendImports.change(importRef, ['running'], { isGivenUp: true });
  const stored = await spendImports.byId(accountId, environment, id);
  if (stored?.status === 'running' && 'stagedAt' in stored)
    for await (const version of spendImports.versions(stored))
      await takeBack(stored, version, deps).catch((error: Error) => log.error('a day of a failed import is not taken back', error));
  const change = {
    status: 'failed' as const,
    problemCount: problems.length,
    problems: problems.slice(0, maxStoredProblems),
  };
  if (await spendImports.end(importRef, ['pending', 'running'], change, { run: id })) return;
  await spendImports.change(importRef, ['pending', 'running'], change);
  await spendImports.release(accountId, id);
}
