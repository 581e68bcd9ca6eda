import type { ReconciliationDeps } from './deps.ts';
import { eraseNames } from './erase-names.ts';
import { matchPart } from './match-orders.ts';
import { interrupted, readUpload } from './read-upload.ts';
import { isRunning, type Reconciliation } from './rules/reconciliations.ts';
import { searchLog, type Wanted, wantedOf } from './search-log.ts';
import { sortOrders } from './sort-orders.ts';
import type { ReconciliationRef } from './store/parts.ts';
import { type Bounds, type Outcome, type Work, workSteps } from './work-steps.ts';

export async function reconcile(
  of: Omit<ReconciliationRef, 'createdAt'>,
  { until, namesFrom = 0 }: Bounds & { namesFrom?: number | undefined },
  deps: ReconciliationDeps,
): Promise<{ outcome: Outcome; namesFrom?: number }> {
  const readCurrent = () => deps.reconciliations.byId(of.accountId, of.environment, of.id);
  const { current, outcome } = await workSteps(readCurrent, stepsOf(deps), { until }, deps);
  if (outcome !== 'ended') return { outcome };
  if (current?.file) await deps.objects.remove(current.file.key);
  if (current?.status !== 'completed') {
    // The reconciliation failed or its account was erased meanwhile, so its parts are removed.
    await deps.parts.removeOthers(of, '');
    return { outcome };
  }
  // An erasure during the run did not see the new rows, so its names are removed now.
  const next = await eraseNames(current, namesFrom, () => performance.now() >= until, deps);
  return next === null ? { outcome } : { outcome: 'more', namesFrom: next };
}

function stepsOf(deps: ReconciliationDeps): Work {
  let wantedEntries: Wanted | undefined;
  return {
    leasedOf: (current) => (isRunning(current) ? current : null),
    withLease: (_, leased) => leased,
    givenUp: () => interrupted,
    async step(current: Reconciliation) {
      const held = { ...deps, ...deps.storesWhile(deps.reconciliations.holding(current)) };
      if (current.stage === 'sorting') return await sortOrders(current, held);
      if (current.stage === 'reading') return { changes: await readUpload(current, held) };
      if (current.stage === 'matching') return { changes: await matchPart(current, held) };
      wantedEntries ??= await wantedOf(current, deps);
      return { changes: await searchLog(current, wantedEntries, held) };
    },
  };
}
