import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import type { ReconciliationDeps } from './deps.ts';
import { reconciliationErrors } from './errors.ts';
import { continueSeconds } from './order-reconciliation.ts';
import { notLeased } from './rules/leases.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { isRepairing, noRepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import type { Previews } from './store/previews.ts';

type Deps = Pick<ReconciliationDeps, 'now' | 'reconciliations'> & {
  previews: Previews;
  queues: Pick<Sender, 'send'>;
};

/**
 * Throws 409 for a preview older than the newest repair, and for a repair that was already made. The call is
 * idempotent.
 */
export async function applyRepair(
  current: Reconciliation,
  { repair, previewId }: { repair: RepairName; previewId: string },
  deps: Deps,
): Promise<Reconciliation> {
  const { accountId, environment, id } = current;
  const message = { account_id: accountId, environment, reconciliation_id: id, repair };
  const isStarted = (reconciliation: Reconciliation | null) => reconciliation?.repairs[repair]?.previewId === previewId;
  if (!isStarted(current)) {
    assertNotMade(current, repair);
    const preview = await deps.previews.byId(current, previewId);
    const isFresh = preview && preview.repair === repair && Date.parse(preview.expiresAt) > deps.now();
    const newest = (await deps.previews.newest(current))?.repairId ?? '';
    if (!isFresh || preview.newest !== newest) throw fail(reconciliationErrors.preview_stale);
    // The message is sent first, so that a worker continues if this process dies.
    await deps.queues.send(reconciliationQueue, message, { delaySeconds: continueSeconds });
    const facts = { reconciliation_id: id, repair, changes: preview.counts.changes, environment };
    const activityEffect = await activity('reconciliation_repaired', accountId, facts);
    const run: RepairRun = {
      status: 'running',
      previewId,
      by: activityEffect.actor,
      startedAt: new Date(deps.now()).toISOString(),
      completedAt: null,
      undoneAt: null,
      counts: noRepairCounts,
      done: 0,
      ...notLeased,
    };
    const changes = { repairs: { ...current.repairs, [repair]: run } };
    const repairKey = { repairId: previewId, reconciliationId: id, repair };
    const also = [deps.previews.newestPart(current, repairKey, preview.newest)];
    const changed = await deps.reconciliations.change(current, changes, { effects: [activityEffect], also });
    const after = changed ?? (await deps.reconciliations.byId(accountId, environment, id));
    if (!isStarted(after)) throw fail(reconciliationErrors.preview_stale);
  }
  await deps.queues.send(reconciliationQueue, message);
  const storedReconciliation = await deps.reconciliations.byId(accountId, environment, id);
  if (!storedReconciliation) throw fail(serviceErrors.not_found);
  return storedReconciliation;
}

/** Throws 409 for a repair that was made and not undone. A failed `send_missing` may be repeated. */
export function assertNotMade({ repairs }: Reconciliation, repair: RepairName): void {
  const run = repairs[repair];
  if (run && isRepairing(run)) throw fail(reconciliationErrors.still_running);
  const isRepeatable = run?.status === 'undone' || (run?.status === 'failed' && repair === 'send_missing');
  if (run && !isRepeatable) throw fail(reconciliationErrors.already_repaired);
}

/** Two repairs of an account never run at once, so that each preview shows what its repair finds. */
export async function newestOf(
  current: Reconciliation,
  { previews, reconciliations }: Pick<Deps, 'previews' | 'reconciliations'>,
): Promise<string> {
  const { accountId, environment } = current;
  const newest = await previews.newest(current);
  const repaired = newest && (await reconciliations.byId(accountId, environment, newest.reconciliationId));
  const run = repaired?.repairs[newest?.repair ?? 'send_missing'];
  if (run && isRepairing(run)) throw fail(reconciliationErrors.still_running);
  return newest?.repairId ?? '';
}
