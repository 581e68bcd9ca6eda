import { addDecimals } from '#shared/values/decimal.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { Bounds } from './reconcile.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import type { RepairCounts, RepairName, RepairRun } from './rules/repairs.ts';
import { sendRows } from './send-missing.ts';
import type { Named } from './store/parts.ts';

/** Changes what some rows say. A repeat of the same rows returns the same counts. */
export type RepairRows = (
  rows: readonly Placed[],
  current: Reconciliation,
  deps: ReconciliationDeps,
) => Promise<RepairCounts>;

const repairs: Partial<Record<RepairName, RepairRows>> = { send_missing: sendRows };

/** Continues a repair part by part. Returns whether it ended. */
export async function continueRepair(
  of: Omit<Named, 'createdAt'>,
  repair: RepairName,
  { until }: Bounds,
  deps: ReconciliationDeps,
): Promise<boolean> {
  const read = () => deps.reconciliations.byId(of.accountId, of.environment, of.id);
  let current = await read();
  for (;;) {
    const run: RepairRun | undefined = current?.repairs[repair];
    if (!current || run?.status !== 'running') return true;
    if (performance.now() >= until) return false;
    const part = partsOfRepair(current, repair)[run.done];
    if (part) {
      const rows = await readRows(current, part, deps);
      const counts = await repairs[repair]?.(rows, current, deps);
      if (!counts) return true;
      const after = { ...run, done: run.done + 1, counts: sumOf(run.counts, counts) };
      current = (await change(current, repair, after, deps)) ?? (await read());
      continue;
    }
    const completedAt = new Date(deps.now()).toISOString();
    const ended = { ...run, status: 'completed' as const, completedAt };
    current = (await change(current, repair, ended, deps)) ?? (await read());
  }
}

const change = (current: Reconciliation, repair: RepairName, run: RepairRun, deps: ReconciliationDeps) =>
  deps.reconciliations.change(current, { repairs: { ...current.repairs, [repair]: run } });

export const sumOf = (one: RepairCounts, other: RepairCounts): RepairCounts => {
  const values = { ...one.values };
  for (const [currency, value] of Object.entries(other.values))
    values[currency] = addDecimals(values[currency] ?? '0', value);
  return {
    orders: one.orders + other.orders,
    changes: one.changes + other.changes,
    attributed: one.attributed + other.attributed,
    skipped: one.skipped + other.skipped,
    values,
  };
};
