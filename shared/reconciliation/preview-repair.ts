import { addSigned } from '#shared/cells/rules/signed.ts';
import { hours } from '#shared/values/durations.ts';
import { newId } from '#shared/values/ids.ts';
import { previewAdjusting, storedAdjusting } from './adjust-rows.ts';
import { assertNotMade, newestOf } from './apply-repair.ts';
import { sumOf } from './continue-repair.ts';
import type { ReconciliationDeps } from './deps.ts';
import { partsOfRepair, readRows, rowsOfRepair } from './repaired-rows.ts';
import { differenceOf } from './rules/figures.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import {
  noRepairCounts,
  type Preview,
  type RepairCounts,
  type RepairName,
  repairedCategories,
} from './rules/repairs.ts';
import { previewSending } from './send-missing.ts';
import type { Previews } from './store/previews.ts';

type Deps = Omit<ReconciliationDeps, 'objects' | 'dayPages' | 'dayRegistry' | 'logDays' | 'maxExtra'> & {
  previews: Previews;
};

/** A request reads at most this many rows again. A larger preview shows the state at the reconciliation. */
const rowsRead = 2000;
const previewMs = hours(1);

/** Throws 409 for a repair that was made, and while another repair runs. */
export async function previewRepair(
  current: Reconciliation,
  repair: RepairName,
  deps: Deps,
): Promise<Preview & { asOf: string }> {
  assertNotMade(current, repair);
  const newest = await newestOf(current, deps);
  const isLive = rowsOfRepair(current, repair) <= rowsRead;
  const counts = isLive ? await countLive(current, repair, deps) : await countStored(current, repair, deps);
  const preview: Preview = {
    ...{ id: newId('preview'), repair, newest, counts },
    expiresAt: new Date(deps.now() + previewMs).toISOString(),
  };
  await deps.previews.put(current, preview);
  const asOf = isLive ? new Date(deps.now()).toISOString() : (current.completedAt ?? '');
  return { ...preview, asOf };
}

async function countLive(current: Reconciliation, repair: RepairName, deps: Deps): Promise<RepairCounts> {
  let counts = noRepairCounts;
  for (const part of partsOfRepair(current, repair)) {
    const rows = await readRows(current, part, deps);
    const ofPart =
      repair === 'send_missing'
        ? await previewSending(rows, current, deps)
        : await previewAdjusting(rows, repair, current, deps);
    counts = sumOf(counts, ofPart);
  }
  return counts;
}

async function countStored(
  current: Reconciliation,
  repair: RepairName,
  { parts }: Deps,
): Promise<RepairCounts> {
  if (repair !== 'send_missing') {
    let counts = noRepairCounts;
    for (const part of partsOfRepair(current, repair))
      counts = sumOf(counts, storedAdjusting(await readRows(current, part, { parts }), repair, current));
    return counts;
  }
  const orders = rowsOfRepair(current, repair);
  const figures = await parts.figures(current, current.attempt);
  const values: RepairCounts['values'] = {};
  for (const category of repairedCategories[repair])
    for (const [currency, amounts] of Object.entries(figures.byCategory[category].byCurrency))
      values[currency] = addSigned(values[currency] ?? '0', differenceOf(amounts));
  return {
    orders,
    changes: orders,
    attributed: current.attributable,
    ...{ skipped: 0, superseded: 0 },
    values,
  };
}
