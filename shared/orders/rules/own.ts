import type { OrderExport } from './order-export.ts';

/** Any other file of orders, whose headings are the fields of the API or the request names them. */
export const own: OrderExport = {
  signs: [[]],
  headings: {
    order_id: 'order_id|order id|order number|order',
    occurred_at: 'occurred_at|created_at|created at|date|time',
    value: 'value|total|amount',
    currency: 'currency',
    status: 'status',
    channel: 'channel',
    test: 'test',
    tax: 'tax|taxes',
    shipping: 'shipping',
    refunded: 'refunded|refund',
    svc_click_id: 'svc_click_id',
    external_user_id: 'external_user_id',
    cancelled_at: 'cancelled_at|cancelled at|canceled_at|canceled at',
    captured: 'captured',
    outstanding: 'outstanding|outstanding balance',
  },
  valueForm: null,
};
