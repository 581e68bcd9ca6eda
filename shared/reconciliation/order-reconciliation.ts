import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { ReadFile } from './read-upload.ts';
import type { Reconciliation, ReconciliationOrder } from './rules/reconciliations.ts';
import { stageOrders } from './stage-orders.ts';
import { newReconciliationId } from './store/reconciliations.ts';

type Wanted = Omit<ReconciliationOrder, 'id' | 'createdAt' | 'digest' | 'file' | 'by'>;
type Source = { file: NonNullable<ReconciliationOrder['file']> } | (ReadFile & { from: string | null; to: string | null });
type Deps = Pick<ReconciliationDeps, 'now' | 'reconciliations' | 'parts' | 'secrets'> & {
  queues: Pick<Sender, 'send'>;
};

/** A worker continues after this time, which exceeds a request. */
export const continueSeconds = 60;

/** Equal requests share a running reconciliation. `consume` counts its ID. */
export async function orderReconciliation<H>(
  order: Wanted,
  source: Source,
  consume: (id: string) => Promise<H>,
  deps: Deps,
): Promise<{ reconciliation: Reconciliation; headers: H }> {
  const digest = sha256(JSON.stringify([order, source]));
  const createdAt = new Date(deps.now()).toISOString();
  const { accountId, environment } = order;
  const id = await deps.reconciliations.idOf({ ...order, digest }, newReconciliationId(deps.now()));
  const headers = await consume(id);
  // The message is sent first, so that a worker continues if this process dies.
  const message = { account_id: accountId, environment, reconciliation_id: id };
  await deps.queues.send(reconciliationQueue, message, { delaySeconds: continueSeconds });
  const storedReconciliation = await deps.reconciliations.byId(accountId, environment, id);
  const startedReconciliation = storedReconciliation ?? (await startReconciliation({ ...order, id, digest, createdAt }, source, deps));
  const reconciliation = 'file' in source ? startedReconciliation : await withOrders(startedReconciliation, source, deps);
  await deps.queues.send(reconciliationQueue, message);
  return { reconciliation, headers };
}

/** The item is stored before the orders, so an erasure or a worker finds the orders of a request that died. */
async function startReconciliation(
  facts: Omit<ReconciliationOrder, 'by'>,
  source: Source,
  deps: Pick<Deps, 'reconciliations'>,
): Promise<Reconciliation> {
  const { accountId, environment, id } = facts;
  const activityEffect = await activity('reconciliation_created', accountId, {
    reconciliation_id: id,
    environment,
  });
  const effects = [{ ...activityEffect, id: `activity#${id}` }];
  const order = { ...facts, by: activityEffect.actor, ...('file' in source && { file: source.file }) };
  return await deps.reconciliations.start(order, effects);
}

async function withOrders(
  startedReconciliation: Reconciliation,
  { orders, format, skipped, valueForm, idColumn, warnings, from, to }: Exclude<Source, { file: unknown }>,
  deps: Deps,
): Promise<Reconciliation> {
  if (startedReconciliation.stage !== 'reading') return startedReconciliation;
  const staged = await stageOrders(startedReconciliation, orders, { from, to }, deps);
  const changes = { stage: 'matching' as const, ...staged, format, skipped, valueForm, idColumn, warnings };
  const changedReconciliation =
    (await deps.reconciliations.change(startedReconciliation, changes)) ??
    (await deps.reconciliations.byId(startedReconciliation.accountId, startedReconciliation.environment, startedReconciliation.id));
  if (changedReconciliation && changedReconciliation.status !== 'failed') return changedReconciliation;
  // A worker assumed that this request had died, so its orders are removed.
  await deps.parts.removeOthers(startedReconciliation, '');
  throw new StoreUnavailable(new Error('interrupted'));
}
