import type { ReconciliationDeps } from './deps.ts';
import { partsOfRepair, readRows } from './repaired-rows.ts';
import type { Order } from './rules/orders.ts';
import { isNamed } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { withoutErased } from './without-erased.ts';

type Deps = Pick<ReconciliationDeps, 'parts' | 'tombstones'>;
const environments = ['live', 'test'] as const;
const pageItems = 100;

/** Removes erased clicks and users from the stored rows of a reconciliation. Repeatable. */
export async function eraseNames(current: Reconciliation, deps: Deps): Promise<void> {
  if (current.status !== 'completed' || current.named === 0) return;
  for (const part of partsOfRepair(current, 'send_missing')) {
    const rows = await readRows(current, part, deps);
    const orders = rows.flatMap(({ order }): Order[] => (order ? [order] : []));
    const kept = await withoutErased(orders, current, deps);
    const isChanged = kept.some((order, at) => isNamed(order) !== isNamed(orders[at] ?? order));
    if (!isChanged) continue;
    const byId = new Map(kept.map((order) => [order.orderId, order]));
    const after = rows.map((row) => ({ ...row, order: byId.get(row.order?.orderId ?? '') ?? row.order }));
    await deps.parts.writeRows(current, current.attempt, part.category, part.part, after);
  }
}

/** After an erasure has written its tombstones: removes the erased names from all rows of the account. */
export async function eraseNamesOf(
  accountId: number,
  deps: Deps & Pick<ReconciliationDeps, 'reconciliations'>,
): Promise<void> {
  for (const environment of environments) {
    let before: string | undefined;
    do {
      const page = await deps.reconciliations.page(accountId, environment, { before, limit: pageItems });
      for (const reconciliation of page.reconciliations) await eraseNames(reconciliation, deps);
      before = page.next ?? undefined;
    } while (before !== undefined);
  }
}
