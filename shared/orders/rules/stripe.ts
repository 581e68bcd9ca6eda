import type { OrderExport } from './order-export.ts';

/** The amount stays as it was when the order was placed. */
export const stripe: OrderExport = {
  signs: [
    ['created date (utc)', 'amount refunded'],
    ['created (utc)', 'amount refunded'],
  ],
  headings: {
    order_id: 'order_id (metadata)|order_number (metadata)|order id (metadata)|invoice id|id',
    occurred_at: 'created date (utc)|created (utc)|created',
    value: 'amount',
    currency: 'currency',
    status: 'status',
    tax: 'tax amount',
    refunded: 'amount refunded',
    captured: 'captured',
    svc_click_id: 'svc_click_id (metadata)',
    external_user_id: 'external_user_id (metadata)',
  },
  valueForm: 'before_refunds',
  /** In Stripe, money of a payment that is `processing` has not arrived; in WooCommerce it has. */
  statuses: { processing: 'pending' },
};

export const stripeBalance: OrderExport = {
  signs: [
    ['balance_transaction_id', 'reporting_category'],
    ['type', 'source', 'available on (utc)'],
  ],
  headings: {
    order_id:
      'order_id (metadata)|order_number (metadata)|payment_metadata[order_id]|payment_metadata[order_number]|charge_id|source_id|source',
    occurred_at: 'created_utc|created (utc)|created',
    value: 'gross|amount',
    currency: 'currency',
    kind: 'reporting_category|type',
  },
  valueForm: null,
  /** Payouts and fees are no sales. */
  kinds: new Set(['charge', 'payment', 'refund', 'payment_refund']),
};
