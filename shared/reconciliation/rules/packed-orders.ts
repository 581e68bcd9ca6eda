import type { NotPaid, Order } from '#shared/orders/rules/order.ts';

/** A part of 2,000 packed orders has about 90 KB. */
export const ordersOfPart = 2000;

export type PackedOrder = (string | number | null)[];

export function packedOrder(order: Order): PackedOrder {
  const all = [
    order.orderId,
    order.occurredAt,
    order.value,
    order.currency,
    order.status,
    order.salesChannel,
    order.isTest ? 1 : null,
    order.tax,
    order.shipping,
    order.refunded,
    order.clickId,
    order.userHash,
    order.notPaid,
  ];
  while (all.at(-1) === null) all.pop();
  return all;
}

export function unpackedOrder(packed: PackedOrder): Order {
  const text = (at: number) => (packed[at] ?? null) as string | null;
  return {
    orderId: text(0) ?? '',
    occurredAt: Number(packed[1]),
    value: text(2) ?? '0',
    currency: text(3) ?? '',
    status: text(4),
    salesChannel: text(5),
    isTest: packed[6] === 1,
    tax: text(7),
    shipping: text(8),
    refunded: text(9),
    clickId: text(10),
    userHash: text(11),
    notPaid: text(12) as NotPaid | null,
  };
}
