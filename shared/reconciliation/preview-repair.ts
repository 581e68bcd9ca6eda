import { maxLiveRows } from '#shared/reconciliation/rules/limits.ts';
import { hours } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import { previewAdjusting, storedAdjusting } from './adjust-rows.ts';
import { assertNotMade, newestOf } from './apply-repair.ts';
import { sumOf } from './continue-repair.ts';
import type { PreviewDeps } from './deps.ts';
import { reconciliationErrors } from './errors.ts';
import { partsOfRepair, readRows, rowsOfRepair } from './repaired-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { noRepairCounts, type Preview, type RepairCounts, type RepairName } from './rules/repairs.ts';
import { statusTally, type Tally } from './rules/status-tally.ts';
import { previewSending, storedSending } from './send-missing.ts';
import type { Previews } from './store/previews.ts';

type Deps = PreviewDeps & {
  previews: Previews;
};

const previewMs = hours(1);

/** Throws 409 for a repair that was made, and while another repair runs. */
export async function previewRepair(current: Reconciliation, repair: RepairName, deps: Deps): Promise<Preview & { asOf: string }> {
  assertNotMade(current, repair);
  const newest = await newestOf(current, deps);
  const isLive = rowsOfRepair(current, repair) <= maxLiveRows;
  const tally = statusTally();
  const counts = isLive ? await countLive(current, { repair, tally }, deps) : await countStored(current, { repair, tally }, deps);
  const preview: Preview = {
    id: newId('preview'),
    repair,
    newest,
    counts,
    statuses: tally.end(),
    expiresAt: new Date(deps.now() + previewMs).toISOString(),
  };
  await deps.previews.put(current, preview);
  const asOf = isLive ? new Date(deps.now()).toISOString() : (current.completedAt ?? '');
  return { ...preview, asOf };
}

type Counting = { repair: RepairName; tally: Tally };

/** Half of the orders have other IDs in the log, so the column or the template is wrong. */
export const haveOtherIds = (similar: number, orders: number): boolean => similar > 0 && 2 * similar >= orders;

function assertIdsMatch(similar: number, { changes }: RepairCounts): void {
  if (haveOtherIds(similar, changes)) throw fail(reconciliationErrors.ids_do_not_match);
}

async function countLive(current: Reconciliation, { repair, tally }: Counting, deps: Deps): Promise<RepairCounts> {
  let counts = noRepairCounts;
  let similar = 0;
  for (const part of partsOfRepair(current, repair)) {
    const rows = await readRows(current, part, deps);
    if (repair === 'send_missing') {
      const sending = await previewSending(rows, current, tally, deps);
      counts = sumOf(counts, sending.counts);
      similar += sending.similar;
    } else counts = sumOf(counts, await previewAdjusting(rows, { repair, tally }, current, deps));
  }
  assertIdsMatch(similar, counts);
  return counts;
}

async function countStored(current: Reconciliation, { repair, tally }: Counting, { parts }: Deps): Promise<RepairCounts> {
  let counts = noRepairCounts;
  for (const part of partsOfRepair(current, repair)) {
    const rows = await readRows(current, part, { parts });
    counts = sumOf(counts, repair === 'send_missing' ? storedSending(rows, tally) : storedAdjusting(rows, { repair, tally }, current));
  }
  if (repair !== 'send_missing') return counts;
  assertIdsMatch(current.similar ?? 0, counts);
  return { ...counts, attributed: current.attributable };
}
