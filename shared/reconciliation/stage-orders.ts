import type { Order } from '#shared/orders/rules/order.ts';
import { orderOfText, placesByTime } from '#shared/orders/rules/order-texts.ts';
import type { Secrets } from '#shared/secrets.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { ordersOfPart } from './rules/packed-orders.ts';
import type { OrdersFacts } from './rules/reconciliations.ts';
import type { ReconciliationParts, ReconciliationRef } from './store/parts.ts';

type Deps = { parts: ReconciliationParts; secrets: Secrets };
type Staged = Pick<OrdersFacts, 'from' | 'to' | 'orders' | 'parts'>;

/** Users are hashed before they are stored. Equal orders have equal parts. */
export async function stageOrders(
  of: ReconciliationRef & { timeZone: string },
  texts: readonly string[],
  period: { from: string | null; to: string | null },
  { parts, secrets }: Deps,
): Promise<Staged> {
  const places = placesByTime(texts);
  const orderAt = (place: number | undefined) => orderOfText(texts[place ?? 0] ?? '');
  let part = 0;
  for (let at = 0; at < places.length; at += ordersOfPart) {
    const hashed = await Promise.all(
      [...places.subarray(at, at + ordersOfPart)].map(orderAt).map(
        async ({ userId, ...order }): Promise<Order> => ({
          ...order,
          userHash: userId === null ? null : await secrets.hashUser(of.accountId, userId),
        }),
      ),
    );
    await parts.writeOrders(of, part++, hashed);
  }
  const dayAt = (place: number | undefined) => (place === undefined ? null : dayIn(of.timeZone, orderAt(place).occurredAt));
  return {
    orders: texts.length,
    parts: part,
    from: period.from ?? dayAt(places[0]),
    to: period.to ?? dayAt(places.at(-1)),
  };
}
