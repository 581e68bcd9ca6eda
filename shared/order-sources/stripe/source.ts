import { hash } from 'node:crypto';
import * as z from 'zod';
import { defineOrderSource, type Envelope } from '../source.ts';
import { StripeSettings } from './context.ts';
import { paths, userData } from './paths.ts';
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
    { name: 'checkout.session.completed', about: 'An order, or the click of a new subscription.' },
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
  secret: z
    .string()
    .trim()
    .regex(/^whsec_\S+$/, 'The signing secret of an endpoint begins with whsec_')
    .max(256),
  settings: StripeSettings,
  paths,
  userData,
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
  deliveryKeyOf: ({ body }, envelope) => envelope?.eventId ?? hash('sha256', body),
  transform,
});
