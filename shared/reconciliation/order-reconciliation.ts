import { activity } from '#shared/activity/activity.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { ReadFile } from './read-upload.ts';
import type { OrdersFacts, Reconciliation, ReconciliationOrder } from './rules/reconciliations.ts';
import { stageOrders } from './stage-orders.ts';
import { newReconciliationId } from './store/reconciliations.ts';

type Wanted = Omit<ReconciliationOrder, 'id' | 'createdAt' | 'digest' | 'file' | 'by'>;
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
  const digest = sha256(JSON.stringify([wanted, source]));
  const headers = await consume(digest);
  const createdAt = new Date(deps.now()).toISOString();
  const { accountId, environment } = wanted;
  const id = await deps.reconciliations.idOf({ ...wanted, digest }, newReconciliationId(deps.now()));
  // The message goes first, so that a worker continues if this process dies.
  const message = { account_id: accountId, environment, reconciliation_id: id };
  await deps.queues.send('reconciliation', message, { delaySeconds: continueSeconds });
  const stored = await deps.reconciliations.byId(accountId, environment, id);
  const reconciliation = stored ?? (await begin({ ...wanted, id, digest, createdAt }, source, deps));
  await deps.queues.send('reconciliation', message);
  return { reconciliation, headers };
}

async function begin(
  facts: Omit<ReconciliationOrder, 'by'>,
  source: Source,
  deps: Deps,
): Promise<Reconciliation> {
  const { accountId, environment, id } = facts;
  const noted = await activity('reconciliation_created', accountId, { reconciliation_id: id, environment });
  const effects = [{ ...noted, id: `activity#${id}` }];
  const order: ReconciliationOrder = { ...facts, by: noted.actor };
  if ('file' in source)
    return await deps.reconciliations.begin({ ...order, file: source.file }, noOrders, effects);
  const { orders, format, skipped, from, to } = source;
  const staged = await stageOrders(order, orders, { from, to }, deps);
  return await deps.reconciliations.begin(order, { ...staged, format, skipped }, effects);
}
