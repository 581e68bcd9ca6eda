import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { fail } from '#shared/values/errors.ts';
import type { ReconciliationDeps } from './deps.ts';
import { continueSeconds } from './order-reconciliation.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { noRepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import type { Previews } from './store/previews.ts';

type Deps = Pick<ReconciliationDeps, 'now' | 'reconciliations'> & {
  previews: Previews;
  queues: Pick<Sender, 'send'>;
};

/** Starts the repair of a preview. Repeatable. Throws 409 for a preview that is older than the newest repair. */
export async function applyRepair(
  current: Reconciliation,
  { repair, previewId }: { repair: RepairName; previewId: string },
  deps: Deps,
): Promise<Reconciliation> {
  const { accountId, environment, id } = current;
  const message = { account_id: accountId, environment, reconciliation_id: id, repair };
  const isStarted = (one: Reconciliation | null) => one?.repairs[repair]?.previewId === previewId;
  if (!isStarted(current)) {
    const preview = await deps.previews.byId(current, previewId);
    const isFresh = preview && preview.repair === repair && Date.parse(preview.expiresAt) > deps.now();
    if (!isFresh || preview.newest !== (await deps.previews.newest(current))) throw fail('preview_stale');
    // The message goes first, so that a worker continues if this process dies.
    await deps.queues.send('reconciliation', message, { delaySeconds: continueSeconds });
    const run: RepairRun = {
      ...{ status: 'running', previewId, startedAt: new Date(deps.now()).toISOString(), completedAt: null },
      ...{ undoneAt: null, counts: noRepairCounts, done: 0 },
    };
    const changes = { repairs: { ...current.repairs, [repair]: run } };
    const also = [deps.previews.newestPart(current, previewId, preview.newest)];
    const facts = { reconciliation_id: id, repair, changes: preview.counts.changes, environment };
    const effects = [await activity('reconciliation_repaired', accountId, facts)];
    const changed = await deps.reconciliations.change(current, changes, { effects, also });
    const after = changed ?? (await deps.reconciliations.byId(accountId, environment, id));
    if (!isStarted(after)) throw fail('preview_stale');
  }
  await deps.queues.send('reconciliation', message);
  const stored = await deps.reconciliations.byId(accountId, environment, id);
  if (!stored) throw fail('not_found');
  return stored;
}
