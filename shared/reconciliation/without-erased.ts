import type { Order } from '#shared/orders/rules/order.ts';
import type { ReconciliationDeps } from './deps.ts';
import { isNamed } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

export async function withoutErased(
  orders: readonly Order[],
  { accountId, createdAt }: Pick<Reconciliation, 'accountId' | 'createdAt'>,
  { tombstones }: Pick<ReconciliationDeps, 'tombstones'>,
): Promise<Order[]> {
  const namedOrders = orders.filter(isNamed);
  if (namedOrders.length === 0) return [...orders];
  const erasures = await tombstones.erasuresFor(
    namedOrders.map(({ clickId, userHash }) => ({
      accountId,
      receivedAt: createdAt,
      clickId: clickId ?? '',
      ...(userHash !== null && { externalUserHash: userHash }),
    })),
  );
  const users = new Set(erasures.flatMap(({ selector }) => ('userHash' in selector ? [selector.userHash] : [])));
  const clicks = new Set(erasures.flatMap(({ selector }) => ('clickIds' in selector ? selector.clickIds : [])));
  return orders.map((order) => {
    const isErased = (order.userHash !== null && users.has(order.userHash)) || (order.clickId !== null && clicks.has(order.clickId));
    return isErased ? { ...order, clickId: null, userHash: null } : order;
  });
}
