import { addSigned } from '#shared/cells/rules/signed.ts';
import { adjustRows, withdrawRows } from './adjust-rows.ts';
import type { ReconciliationDeps } from './deps.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { isRepairing, type RepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import { sendRows } from './send-missing.ts';
import type { Named } from './store/parts.ts';
import { type Bounds, type Outcome, workSteps } from './work-steps.ts';

export async function continueRepair(
  of: Omit<Named, 'createdAt'>,
  repair: RepairName,
  bounds: Bounds,
  deps: ReconciliationDeps,
): Promise<Outcome> {
  const read = () => deps.reconciliations.byId(of.accountId, of.environment, of.id);
  const runOf = ({ repairs }: Reconciliation) => repairs[repair] as RepairRun;
  const withRun = ({ repairs }: Reconciliation, run: RepairRun) => ({
    repairs: { ...repairs, [repair]: run },
  });
  const { outcome } = await workSteps(
    read,
    {
      leasedOf: ({ repairs }) => (repairs[repair] && isRepairing(repairs[repair]) ? repairs[repair] : null),
      withLease: (current, leased) => withRun(current, { ...runOf(current), ...leased }),
      givenUp: (current) => withRun(current, { ...runOf(current), status: 'failed' }),
      async step(current) {
        const run = runOf(current);
        const part = partsOfRepair(current, repair)[run.done];
        const after = part
          ? await afterPart(await readRows(current, part, deps), { run, repair }, current, deps)
          : ended(run, new Date(deps.now()).toISOString());
        return { changes: withRun(current, after) };
      },
    },
    bounds,
    deps,
  );
  return outcome;
}

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
