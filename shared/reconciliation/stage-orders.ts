import type { Secrets } from '#shared/secrets.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { byTime, type Order, ordersOfPart } from './rules/orders.ts';
import type { OrdersFacts } from './rules/reconciliations.ts';
import type { ReadOrder } from './rules/sent-orders.ts';
import type { Named, ReconciliationParts } from './store/parts.ts';

type Deps = { parts: ReconciliationParts; secrets: Secrets };
type Staged = Omit<OrdersFacts, 'format' | 'skipped'>;

/** Stores the orders by time. Users are hashed first. Repeatable: equal orders have equal parts. */
export async function stageOrders(
  of: Named & { timeZone: string },
  orders: ReadOrder[],
  period: { from: string | null; to: string | null },
  { parts, secrets }: Deps,
): Promise<Staged> {
  const sorted = orders.sort(byTime);
  let part = 0;
  for (let at = 0; at < sorted.length; at += ordersOfPart) {
    const some = sorted.slice(at, at + ordersOfPart);
    const hashed = await Promise.all(
      some.map(
        async ({ userId, ...order }): Promise<Order> => ({
          ...order,
          userHash: userId === null ? null : await secrets.hashUser(of.accountId, userId),
        }),
      ),
    );
    await parts.writeOrders(of, part++, hashed);
  }
  const [first, last] = [sorted[0], sorted.at(-1)];
  const dayOf = (order: ReadOrder | undefined) => (order ? dayIn(of.timeZone, order.occurredAt) : null);
  return {
    ...{ orders: sorted.length, parts: part },
    ...{ from: period.from ?? dayOf(first), to: period.to ?? dayOf(last) },
  };
}
