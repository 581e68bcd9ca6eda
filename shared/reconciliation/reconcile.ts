import type { ReconciliationDeps } from './deps.ts';
import { eraseNames } from './erase-names.ts';
import { matchPart } from './match-orders.ts';
import { readUpload } from './read-upload.ts';
import { isRunning, type Reconciliation } from './rules/reconciliations.ts';
import { searchLog, type Wanted, wantedOf } from './search-log.ts';
import { sortOrders } from './sort-orders.ts';
import type { Named } from './store/parts.ts';

/** `until` is in milliseconds of `performance.now()`. */
export type Bounds = { until: number };

/**
 * Continues a reconciliation step by step. The result of each step is stored before the next step, so that a crash
 * repeats a single step at most. Returns whether it ended.
 */
export async function reconcile(
  of: Omit<Named, 'createdAt'>,
  { until }: Bounds,
  deps: ReconciliationDeps,
): Promise<boolean> {
  const { reconciliations } = deps;
  const read = () => reconciliations.byId(of.accountId, of.environment, of.id);
  let current = await read();
  let wanted: Wanted | undefined;
  while (current && isRunning(current)) {
    if (performance.now() >= until) return false;
    const { stage }: Reconciliation = current;
    if (stage === 'sorting') {
      const { changes, effects } = await sortOrders(current, deps);
      current = (await reconciliations.change(current, changes, { effects })) ?? (await read());
      continue;
    }
    if (stage === 'searching') wanted ??= await wantedOf(current, deps);
    const changes: Partial<Reconciliation> =
      stage === 'reading'
        ? await readUpload(current, deps)
        : stage === 'matching' || !wanted
          ? await matchPart(current, deps)
          : await searchLog(current, wanted, deps);
    current = (await reconciliations.change(current, changes)) ?? (await read());
  }
  if (current?.file) await deps.objects.remove(current.file.key);
  if (current?.status === 'completed') {
    // An erasure before the completion did not see these rows.
    await eraseNames(current, deps);
    await deps.parts.removeSteps(current);
  }
  return true;
}
