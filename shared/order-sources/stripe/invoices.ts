import { type Customer, ignored, type Step } from '../rules/steps.ts';
import { type Context, keyOf } from './context.ts';
import { shareOf } from './money.ts';
import type { Invoice } from './objects.ts';
import { clickOf, orderEventId, stepsOfSale, userOf } from './sale.ts';

const order = { eventType: 'order_created', customer: 'unknown' } as const;
const renewal = { eventType: 'subscription_renewed', customer: 'repeat' } as const;

const reasons = new Map<string, { eventType: string; customer: Customer }>([
  ['subscription_create', { eventType: 'subscription_started', customer: 'first' }],
  ['subscription_cycle', renewal],
  ['subscription_threshold', renewal],
  ['subscription', renewal],
  ['subscription_update', { eventType: 'subscription_changed', customer: 'repeat' }],
  ['manual', order],
  ['quote_accept', order],
  ['automatic_pending_invoice_item_invoice', order],
]);

/**
 * A checkout can make an invoice of its payment, which lacks the checkout's metadata. Nothing in it says so, and both are sent at the
 * same time.
 */
const checkoutSeconds = 600;

export function stepsOfInvoice(invoice: Invoice, context: Context): Step[] {
  const reason = reasons.get(invoice.billing_reason ?? '');
  if (!reason) return ignored('unknown_billing_reason');
  if (invoice.amount_paid === 0) return ignored('nothing_paid');
  const { id: orderId, amount_paid: units, currency, metadata } = invoice;
  const { paid_at: paidAt } = invoice.status_transitions ?? {};
  const sale = {
    ...reason,
    eventId: reason === order ? orderEventId(metadata, orderId, context) : `${reason.eventType}:${keyOf(orderId)}`,
    occurredAt: paidAt ? paidAt * 1000 : context.at,
    clickId: clickIn(invoice, reason.customer),
    user: userOf(invoice),
    page: null,
    orderId,
    paid: { units, currency, withoutTax: withoutTaxIn(invoice), other: null },
    payments: paymentsOf(invoice),
    holdSeconds: reason === order && !metadata?.order ? checkoutSeconds : 0,
  };
  return stepsOfSale(sale, context);
}

/** Stripe copies the metadata of a subscription to each invoice, so a renewal would be credited to the first click. */
function clickIn({ parent, subscription_details: details, metadata }: Invoice, customer: Customer): string | null {
  if (customer === 'repeat') return null;
  const subscription = parent?.subscription_details ?? details;
  return clickOf(subscription?.metadata) ?? clickOf(metadata);
}

/** Credits of the customer pay a part of value and tax alike. */
function withoutTaxIn({ amount_paid: paid, total, total_excluding_tax: excluding, ...invoice }: Invoice): number {
  const taxes = invoice.total_taxes ?? invoice.total_tax_amounts ?? [];
  const tax = invoice.tax ?? taxes.reduce((sum, { amount }) => sum + amount, 0);
  return shareOf(paid, Math.max(0, excluding ?? total - tax), total);
}

const paymentsOf = ({ payment_intent: intent, charge, payments }: Invoice) => [
  intent ?? charge,
  ...(payments?.data ?? []).map(({ payment }) => payment?.payment_intent ?? payment?.charge),
];
