import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { ReconciliationDeps } from './deps.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import { isNamed } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { withoutErased } from './without-erased.ts';

type Deps = Pick<ReconciliationDeps, 'parts' | 'tombstones'>;
const environments = ['live', 'test'] as const;
const pageItems = 100;

/** Returns the place to continue from when the time `isOver`. The call is idempotent. */
export async function eraseNames(current: Reconciliation, from: number, isOver: () => boolean, deps: Deps): Promise<number | null> {
  const parts = current.named === 0 ? [] : partsOfRepair(current, 'send_missing');
  for (const [place, part] of parts.entries()) {
    if (place < from) continue;
    if (isOver()) return place;
    // This write may be later than that of another erasure, and bring its names back, so the rows are read again.
    for (let isChanged = true; isChanged; ) isChanged = await eraseNamesOfPart(current, part, deps);
  }
  await deps.parts.removeOthers(current, current.attempt);
  return null;
}

async function eraseNamesOfPart(current: Reconciliation, part: ReturnType<typeof partsOfRepair>[number], deps: Deps): Promise<boolean> {
  const rows = await readRows(current, part, deps);
  const orders = rows.flatMap(({ order }): Order[] => (order ? [order] : []));
  const remainingOrders = await withoutErased(orders, current, deps);
  const isChanged = remainingOrders.some((order, at) => isNamed(order) !== isNamed(orders[at] ?? order));
  if (!isChanged) return false;
  const byId = new Map(remainingOrders.map((order) => [order.orderId, order]));
  const after = rows.map((row) => ({ ...row, order: byId.get(row.order?.orderId ?? '') ?? row.order }));
  await deps.parts.writeRows(current, current.attempt, part.category, part.part, after);
  return true;
}

/** The next reconciliation is older than `before`; of that, the parts before `part` are done. */
export type NamesPlace = { environment: Environment; before?: string | undefined; part: number };

/** A running reconciliation's worker removes erased names at its end. */
export async function eraseNamesOf(
  accountId: AccountId,
  start: NamesPlace | undefined,
  isOver: () => boolean,
  deps: Deps & Pick<ReconciliationDeps, 'reconciliations'> & { queues: Pick<Sender, 'send'> },
): Promise<NamesPlace | null> {
  for (const environment of environments.slice(start ? environments.indexOf(start.environment) : 0)) {
    let { before, part } = start?.environment === environment ? start : { before: undefined, part: 0 };
    for (;;) {
      const page = await deps.reconciliations.page(accountId, environment, { before, limit: pageItems });
      for (const reconciliation of page.reconciliations) {
        if (isOver()) return { environment, before, part };
        const next = await eraseNamesIn(reconciliation, part, isOver, deps);
        if (next !== null) return { environment, before, part: next };
        before = reconciliation.id;
        part = 0;
      }
      if (page.next === null) break;
    }
  }
  return null;
}

async function eraseNamesIn(
  current: Reconciliation,
  from: number,
  isOver: () => boolean,
  deps: Parameters<typeof eraseNamesOf>[3],
): Promise<number | null> {
  const { accountId, environment, id, status } = current;
  if (status === 'completed') return await eraseNames(current, from, isOver, deps);
  const message = { account_id: accountId, environment, reconciliation_id: id };
  await deps.queues.send(reconciliationQueue, message);
  return null;
}
