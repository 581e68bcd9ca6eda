import { addSigned } from '#shared/cells/rules/signed.ts';
import { adjustRows, withdrawRows } from './adjust-rows.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { Bounds } from './reconcile.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { isRepairing, type RepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import { sendRows } from './send-missing.ts';
import type { Named } from './store/parts.ts';

/** Continues a repair, or its undoing, part by part. Returns whether it ended. */
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
    if (!current || !run || !isRepairing(run)) return true;
    if (performance.now() >= until) return false;
    const part = partsOfRepair(current, repair)[run.done];
    const after = part
      ? await afterPart(await readRows(current, part, deps), { run, repair }, current, deps)
      : ended(run, new Date(deps.now()).toISOString());
    const changes = { repairs: { ...current.repairs, [repair]: after } };
    current = (await deps.reconciliations.change(current, changes)) ?? (await read());
  }
}

/** A repeat of the same rows has the same result. */
async function afterPart(
  rows: readonly Placed[],
  { run, repair }: { run: RepairRun; repair: RepairName },
  current: Reconciliation,
  deps: ReconciliationDeps,
): Promise<RepairRun> {
  const done = run.done + 1;
  if (repair === 'send_missing')
    return { ...run, done, counts: sumOf(run.counts, await sendRows(rows, current, deps)) };
  if (run.status === 'undoing') {
    await withdrawRows(rows, repair, run, current, deps);
    return { ...run, done };
  }
  return { ...run, done, counts: sumOf(run.counts, await adjustRows(rows, repair, run, current, deps)) };
}

const ended = (run: RepairRun, at: string): RepairRun =>
  run.status === 'undoing'
    ? { ...run, status: 'undone', undoneAt: at }
    : { ...run, status: 'completed', completedAt: at };

export const sumOf = (one: RepairCounts, other: RepairCounts): RepairCounts => {
  const values = { ...one.values };
  for (const [currency, value] of Object.entries(other.values))
    values[currency] = addSigned(values[currency] ?? '0', value);
  return {
    orders: one.orders + other.orders,
    changes: one.changes + other.changes,
    attributed: one.attributed + other.attributed,
    skipped: one.skipped + other.skipped,
    superseded: one.superseded + other.superseded,
    values,
  };
};
