import type { OrderExport } from './order-export.ts';

/** The total stays as it was when the order was placed. */
export const shopify: OrderExport = {
  signs: [['financial status']],
  headings: {
    order_id: 'id|name',
    occurred_at: 'created at|paid at',
    value: 'total',
    currency: 'currency',
    status: 'financial status',
    channel: 'source',
    tax: 'taxes',
    shipping: 'shipping',
    refunded: 'refunded amount',
    cancelled_at: 'cancelled at',
    outstanding: 'outstanding balance',
  },
  valueForm: 'before_refunds',
};
