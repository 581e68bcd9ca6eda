import { addSigned } from '#shared/cells/rules/signed.ts';
import { adjustRows, withdrawRows } from './adjust-rows.ts';
import type { ReconciliationDeps } from './deps.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { isRepairing, type RepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import { sendRows, withdrawSent } from './send-missing.ts';
import type { ReconciliationRef } from './store/parts.ts';
import { type Bounds, type Outcome, workSteps } from './work-steps.ts';

export async function continueRepair(
  of: Omit<ReconciliationRef, 'createdAt'>,
  repair: RepairName,
  bounds: Bounds,
  deps: ReconciliationDeps,
): Promise<Outcome> {
  const readCurrent = () => deps.reconciliations.byId(of.accountId, of.environment, of.id);
  const runOf = ({ repairs }: Reconciliation) => repairs[repair] as RepairRun;
  const withRun = ({ repairs }: Reconciliation, run: RepairRun) => ({
    repairs: { ...repairs, [repair]: run },
  });
  const { outcome } = await workSteps(
    readCurrent,
    {
      leasedOf: ({ repairs }) => (repairs[repair] && isRepairing(repairs[repair]) ? repairs[repair] : null),
      withLease: (current, leased) => withRun(current, { ...runOf(current), ...leased }),
      givenUp: (current) => withRun(current, { ...runOf(current), status: 'failed' }),
      async step(current) {
        const run = runOf(current);
        const part = partsOfRepair(current, repair)[run.done];
        const held = { ...deps, ...deps.storesWhile(deps.reconciliations.holding(current, repair)) };
        const after = part
          ? await afterPart(await readRows(current, part, deps), { run, repair }, current, held)
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
  const doneParts = run.done + 1;
  if (run.status === 'undoing') {
    if (repair === 'send_missing') await withdrawSent(rows, run, current, deps);
    else await withdrawRows(rows, repair, run, current, deps);
    return { ...run, done: doneParts };
  }
  if (repair === 'send_missing') return { ...run, done: doneParts, counts: sumOf(run.counts, await sendRows(rows, run, current, deps)) };
  return {
    ...run,
    done: doneParts,
    counts: sumOf(run.counts, await adjustRows(rows, repair, run, current, deps)),
  };
}

const ended = (run: RepairRun, at: string): RepairRun =>
  run.status === 'undoing' ? { ...run, status: 'undone', undoneAt: at } : { ...run, status: 'completed', completedAt: at };

export const sumOf = (a: RepairCounts, b: RepairCounts): RepairCounts => {
  const values = { ...a.values };
  for (const [currency, value] of Object.entries(b.values)) values[currency] = addSigned(values[currency] ?? '0', value);
  return {
    orders: a.orders + b.orders,
    changes: a.changes + b.changes,
    attributed: a.attributed + b.attributed,
    skipped: a.skipped + b.skipped,
    superseded: a.superseded + b.superseded,
    values,
  };
};
