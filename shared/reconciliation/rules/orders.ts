import type { Decimal } from '#shared/values/decimal.ts';

/** Another column than the status says that nothing was paid. */
export type NotPaid = 'cancelled' | 'not_captured' | 'outstanding';

export type Order = {
  orderId: string;
  /** The time is in epoch milliseconds. */
  occurredAt: number;
  value: Decimal;
  currency: string;
  status: string | null;
  salesChannel: string | null;
  isTest: boolean;
  tax: Decimal | null;
  shipping: Decimal | null;
  refunded: Decimal | null;
  clickId: string | null;
  userHash: string | null;
  /** Another column than the status says so. */
  notPaid: NotPaid | null;
};

export const maxOrders = 100_000;
/** A part of 2,000 packed orders has about 90 KB. */
export const ordersOfPart = 2000;

export type PackedOrder = (string | number | null)[];

export function packedOrder(order: Order): PackedOrder {
  const all = [
    ...[order.orderId, order.occurredAt, order.value, order.currency, order.status, order.salesChannel],
    ...[order.isTest ? 1 : null, order.tax, order.shipping, order.refunded, order.clickId, order.userHash],
    order.notPaid,
  ];
  while (all.at(-1) === null) all.pop();
  return all;
}

export function unpackedOrder(packed: PackedOrder): Order {
  const text = (at: number) => (packed[at] ?? null) as string | null;
  return {
    ...{ orderId: text(0) ?? '', occurredAt: Number(packed[1]), value: text(2) ?? '0' },
    ...{ currency: text(3) ?? '', status: text(4), salesChannel: text(5), isTest: packed[6] === 1 },
    ...{ tax: text(7), shipping: text(8), refunded: text(9), clickId: text(10), userHash: text(11) },
    notPaid: text(12) as NotPaid | null,
  };
}

type Timed = Pick<Order, 'occurredAt' | 'orderId'>;
export const byTime = (a: Timed, b: Timed): number =>
  a.occurredAt - b.occurredAt || (a.orderId < b.orderId ? -1 : 1);
