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

/** The form of the values of a file, or `null` if the export has both forms. */
export type ValueForm = 'before_refunds' | 'after_refunds' | null;

export const maxOrders = 100_000;

type Timed = Pick<Order, 'occurredAt' | 'orderId'>;
export const byTime = (a: Timed, b: Timed): number => a.occurredAt - b.occurredAt || (a.orderId < b.orderId ? -1 : 1);
