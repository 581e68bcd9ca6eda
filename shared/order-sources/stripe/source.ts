import { hash } from 'node:crypto';
import * as z from 'zod';
import { defineOrderSource, type Envelope } from '../source.ts';
import { StripeSettings } from './context.ts';
import { transform } from './transform.ts';
import { verify } from './verify.ts';

/** Snapshot events have seconds, and thin events a text. */
const Sent = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().nullish(),
  created: z.union([z.int(), z.string()]).nullish(),
});

export const stripe = defineOrderSource({
  kind: 'stripe',
  title: 'Stripe',
  unconfirmed: [
    'Whether `invoice.paid` lists the payments of the invoice without being asked to.',
    'Whether the payment of an invoice names it in `payment_details.order_reference` in every version.',
    'With a version before 2024-10-28: the net value after a refund that follows a failed refund of the same payment.',
  ],
  events: [
    { name: 'checkout.session.completed', about: 'An order, or the click of a new subscription.', onlyFor: 'mode: checkout' },
    { name: 'checkout.session.async_payment_succeeded', about: 'An order that a bank debit paid.', onlyFor: 'mode: checkout' },
    { name: 'checkout.session.async_payment_failed', about: 'A bank debit that failed, which is no order.', onlyFor: 'mode: checkout' },
    { name: 'payment_intent.succeeded', about: 'An order of a shop without Checkout.', onlyFor: 'mode: payment_intents' },
    { name: 'invoice.paid', about: 'The first payment of a subscription, a renewal, or an order that was invoiced.' },
    { name: 'invoice_payment.paid', about: 'The link between a payment and its invoice, so that a refund finds its order.' },
    { name: 'charge.refunded', about: 'A refund. Endpoints with a version before 2024-10-28 have no other event of it.' },
    { name: 'refund.created', about: 'A refund.' },
    { name: 'refund.updated', about: 'A refund that changed its state.' },
    { name: 'refund.failed', about: 'A refund that failed, so that the order has its value again.' },
    { name: 'charge.refund.updated', about: 'The same with a version before 2024-10-28.' },
    { name: 'charge.dispute.closed', about: 'A dispute that was lost.', onlyFor: 'disputes: reverse' },
  ],
  settings: StripeSettings,
  paths: {
    plain: [
      ...['id', 'object', 'type', 'created', 'livemode', 'api_version', 'account'],
      ...[
        ...['id', 'object', 'status', 'currency', 'created', 'amount', 'amount_total', 'amount_paid', 'amount_received', 'amount_refunded'],
        ...['mode', 'payment_status', 'client_reference_id', 'invoice', 'payment_intent', 'charge'],
        ...['metadata.order', 'metadata.svc_click_id', 'metadata.click'],
        ...['total_details.amount_tax', 'presentment_details.presentment_amount', 'presentment_details.presentment_currency'],
        ...['currency_conversion.amount_total', 'currency_conversion.source_currency'],
        ...['billing_reason', 'total', 'total_excluding_tax', 'tax', 'total_taxes[].amount', 'total_tax_amounts[].amount'],
        ...['status_transitions.paid_at', 'payment.payment_intent', 'payment.charge'],
        ...['payments.data[].payment.payment_intent', 'payments.data[].payment.charge'],
        ...['subscription_details.metadata.svc_click_id', 'subscription_details.metadata.click'],
        ...['parent.subscription_details.metadata.svc_click_id', 'parent.subscription_details.metadata.click'],
        ...['amount_details.tax.total_tax_amount', 'payment_details.order_reference'],
      ].map((path) => `data.object.${path}`),
    ],
    pages: ['data.object.success_url', 'data.object.return_url'],
    users: ['data.object.customer', 'data.object.customer_account'],
  },
  userData: {
    events: ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'invoice.paid', 'payment_intent.succeeded'],
    email: ['data.object.customer_details.email', 'data.object.customer_email', 'data.object.receipt_email'],
    phone: ['data.object.customer_details.phone', 'data.object.customer_phone', 'data.object.shipping.phone'],
    country: [
      'data.object.customer_details.address.country',
      'data.object.customer_address.country',
      'data.object.shipping.address.country',
    ],
  },
  verify,
  envelopeOf(body): Envelope | null {
    const sent = Sent.safeParse(body);
    if (!sent.success) return null;
    const { id, type, livemode, created } = sent.data;
    const sentAt = typeof created === 'number' ? created * 1000 : Date.parse(created ?? '');
    return {
      event: type,
      eventId: id,
      isTest: typeof livemode === 'boolean' ? !livemode : null,
      sentAt: Number.isNaN(sentAt) ? null : sentAt,
    };
  },
  /** A repeated delivery has the ID of its event. */
  dedupKeyOf: ({ body }, envelope) => envelope?.eventId ?? hash('sha256', body),
  transform,
});
