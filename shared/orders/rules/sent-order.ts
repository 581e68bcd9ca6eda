/** Lines count from 1 in a file, and from 0 in a body. */
export type OrderProblem = { line: number | null; field: string | null; code: string; message: string };

export const orderFields = [
  ...(['order_id', 'occurred_at', 'value', 'currency', 'status', 'channel', 'test', 'tax', 'shipping'] as const),
  ...(['refunded', 'svc_click_id', 'external_user_id', 'cancelled_at', 'captured', 'outstanding'] as const),
] as const;
export type OrderField = (typeof orderFields)[number];
/** The texts of a sent order are not validated yet. */
export type SentOrder = Partial<Record<OrderField, string>>;
