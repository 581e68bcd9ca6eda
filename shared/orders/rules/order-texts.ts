import type { Order } from './order.ts';

export type ReadOrder = Omit<Order, 'userHash'> & { userId: string | null };

/** Texts of orders have no line break, so texts of one time sort by their orders' IDs. */
const separator = '\n';

/** An order's text takes a fifth of the memory of an object. */
export function orderText(order: ReadOrder): string {
  const { orderId, occurredAt, value, currency, status, salesChannel, isTest } = order;
  const { tax, shipping, refunded, clickId, userId, notPaid } = order;
  const rest = [value, currency, status, salesChannel, isTest, tax, shipping, refunded, clickId, userId, notPaid];
  return [orderId, occurredAt, JSON.stringify(rest)].join(separator);
}

export function orderOfText(text: string): ReadOrder {
  const [orderId = '', occurredAt, rest = ''] = text.split(separator);
  const [value, currency, status, salesChannel, isTest, tax, shipping, refunded, clickId, userId, notPaid] = JSON.parse(rest);
  return {
    orderId,
    occurredAt: Number(occurredAt),
    value,
    currency,
    status,
    salesChannel,
    isTest,
    tax,
    shipping,
    refunded,
    clickId,
    userId,
    notPaid,
  };
}

export const idOfText = (text: string): string => text.slice(0, text.indexOf(separator));

export function placesByTime(texts: readonly string[]): Uint32Array {
  const times = Float64Array.from(texts, (text) => {
    const from = text.indexOf(separator) + 1;
    return Number(text.slice(from, text.indexOf(separator, from)));
  });
  return Uint32Array.from(texts.keys()).sort((a, b) => {
    const order = (times[a] ?? 0) - (times[b] ?? 0);
    return order || ((texts[a] ?? '') < (texts[b] ?? '') ? -1 : 1);
  });
}
