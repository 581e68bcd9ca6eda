import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { fail } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import { newestOf } from './apply-repair.ts';
import type { ReconciliationDeps } from './deps.ts';
import { reconciliationErrors } from './errors.ts';
import { continueSeconds } from './order-reconciliation.ts';
import { notLeased } from './rules/leases.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import type { RepairName } from './rules/repairs.ts';
import type { Previews } from './store/previews.ts';

type Deps = Pick<ReconciliationDeps, 'now' | 'reconciliations'> & {
  previews: Previews;
  queues: Pick<Sender, 'send'>;
};

/** The call is idempotent. */
export async function undoRepair(current: Reconciliation, repair: RepairName, deps: Deps): Promise<Reconciliation> {
  const { accountId, environment, id } = current;
  const message = { account_id: accountId, environment, reconciliation_id: id, repair };
  const run = current.repairs[repair];
  if (!run) throw fail(reconciliationErrors.not_repaired);
  if (run.status === 'running') throw fail(reconciliationErrors.still_running);
  if (run.status === 'undone') return current;
  let latestReconciliation: Reconciliation | null = current;
  if (run.status === 'completed' || run.status === 'failed') {
    const newest = await newestOf(current, deps);
    // The message is sent first, so that a worker continues if this process dies.
    await deps.queues.send(reconciliationQueue, message, { delaySeconds: continueSeconds });
    const facts = { reconciliation_id: id, repair, environment };
    const activityEffect = await activity('reconciliation_repair_undone', accountId, facts);
    const undoing = {
      ...run,
      status: 'undoing' as const,
      undoneBy: activityEffect.actor,
      undoStartedAt: new Date(deps.now()).toISOString(),
      done: 0,
      ...notLeased,
    };
    const changes = { repairs: { ...current.repairs, [repair]: undoing } };
    const repairKey = { repairId: newId('undo'), reconciliationId: id, repair };
    const also = [deps.previews.newestPart(current, repairKey, newest)];
    latestReconciliation =
      (await deps.reconciliations.change(current, changes, { effects: [activityEffect], also })) ??
      (await deps.reconciliations.byId(accountId, environment, id));
    const status = latestReconciliation?.repairs[repair]?.status;
    if (!latestReconciliation || (status !== 'undoing' && status !== 'undone')) throw fail(reconciliationErrors.still_running);
  }
  await deps.queues.send(reconciliationQueue, message);
  return latestReconciliation;
}
