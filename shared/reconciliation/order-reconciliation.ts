import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { ReadFile } from './read-upload.ts';
import type { OrdersFacts, Reconciliation, ReconciliationOrder } from './rules/reconciliations.ts';
import { stageOrders } from './stage-orders.ts';
import { newReconciliationId } from './store/reconciliations.ts';

type Wanted = Omit<ReconciliationOrder, 'id' | 'createdAt' | 'digest' | 'file'>;
type Source =
  | { file: NonNullable<ReconciliationOrder['file']> }
  | (ReadFile & { from: string | null; to: string | null });
type Deps = Pick<ReconciliationDeps, 'now' | 'reconciliations' | 'parts' | 'secrets'> & {
  queues: Pick<Sender, 'send'>;
};

/** A worker continues after this time, which exceeds a request, if the request died. */
export const continueSeconds = 60;
const noOrders: OrdersFacts = { from: null, to: null, orders: 0, parts: 0, format: null, skipped: null };

/** Equal requests share a reconciliation while it runs. `consume` counts the request by its digest. */
export async function orderReconciliation<H>(
  wanted: Wanted,
  source: Source,
  consume: (digest: string) => Promise<H>,
  deps: Deps,
): Promise<{ reconciliation: Reconciliation; headers: H }> {
  const { by: _, ...facts } = wanted;
  const digest = sha256(JSON.stringify([facts, source]));
  const headers = await consume(digest);
  const createdAt = new Date(deps.now()).toISOString();
  const order: ReconciliationOrder = { ...wanted, digest, createdAt, id: newReconciliationId(deps.now()) };
  order.id = await deps.reconciliations.idOf(order, order.id);
  // The message goes first, so that a worker continues if this process dies.
  const { accountId, environment, id } = order;
  const message = { account_id: accountId, environment, reconciliation_id: id };
  await deps.queues.send('reconciliation', message, { delaySeconds: continueSeconds });
  const stored = await deps.reconciliations.byId(accountId, environment, id);
  const reconciliation = stored ?? (await begin(order, source, deps));
  await deps.queues.send('reconciliation', message);
  return { reconciliation, headers };
}

async function begin(order: ReconciliationOrder, source: Source, deps: Deps): Promise<Reconciliation> {
  const noted = await activity('reconciliation_created', order.accountId, {
    ...{ reconciliation_id: order.id, environment: order.environment },
  });
  const effects = [{ ...noted, id: `activity#${order.id}` }];
  if ('file' in source)
    return await deps.reconciliations.begin({ ...order, file: source.file }, noOrders, effects);
  const { orders, format, skipped, from, to } = source;
  const staged = await stageOrders(order, orders, { from, to }, deps);
  return await deps.reconciliations.begin(order, { ...staged, format, skipped }, effects);
}
