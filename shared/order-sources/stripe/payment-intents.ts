import { ignored, type Step } from '../rules/steps.ts';
import type { Context } from './context.ts';
import type { PaymentIntent } from './objects.ts';
import { clickOf, linkOf, orderEventId, stepsOfSale, userOf } from './sale.ts';

/** The invoice of a payment is the order, in both modes. */
export function stepsOfPayment(payment: PaymentIntent, context: Context): Step[] {
  const invoice = invoiceOf(payment);
  if (invoice) return [linkOf(payment.id, invoice)];
  if (context.settings.mode !== 'payment_intents') return ignored('other_mode');
  const { id: orderId, amount_received: units, currency, metadata } = payment;
  if (units === 0) return ignored('nothing_paid');
  const tax = payment.amount_details?.tax?.total_tax_amount ?? 0;
  return stepsOfSale(
    {
      eventType: 'order_created',
      eventId: orderEventId(metadata, orderId, context),
      occurredAt: context.at,
      clickId: clickOf(metadata),
      user: userOf(payment),
      customer: 'unknown',
      page: null,
      orderId,
      paid: { units, currency, withoutTax: Math.max(0, units - tax), other: null },
      payments: [orderId],
    },
    context,
  );
}

function invoiceOf({ invoice, payment_details: details }: PaymentIntent): string | null {
  const reference = details?.order_reference ?? '';
  return invoice ?? (reference.startsWith('in_') ? reference : null);
}
