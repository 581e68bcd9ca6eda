import type { OrderExport } from './order-export.ts';

/** The total stays as it was when the order was placed. */
export const paddle: OrderExport = {
  signs: [
    ['currency_code', 'billed_at'],
    ['currency code', 'billed at'],
    ['transaction_id', 'grand_total'],
  ],
  headings: {
    order_id: 'transaction_id|transaction id|id',
    occurred_at: 'billed_at|billed at|completed_at|created_at|created at',
    value: 'grand_total|grand total|total',
    currency: 'currency_code|currency code|currency',
    status: 'status|transaction_status|transaction status',
    tax: 'tax|tax_total|tax total',
    refunded: 'refunded|refunded_total|refunded total',
  },
  valueForm: 'before_refunds',
};
