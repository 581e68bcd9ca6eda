import type * as z from 'zod';
import { ignored, type Step } from '../rules/steps.ts';
import type { Envelope } from '../source.ts';
import type { Context, StripeSettings } from './context.ts';
import { stepsOfInvoice } from './invoices.ts';
import { Charge, Dispute, EventBody, Invoice, InvoicePayment, PaymentIntent, Refund, Session } from './objects.ts';
import { stepsOfPayment } from './payment-intents.ts';
import { stepsOfCharge, stepsOfDispute, stepsOfRefund } from './refunds.ts';
import { linkOf } from './sale.ts';
import { stepsOfPaidSession, stepsOfSession } from './sessions.ts';

type Handler = (object: unknown, context: Context) => Step[];

const on =
  <S extends z.ZodType>(schema: S, steps: (object: z.output<S>, context: Context) => Step[]): Handler =>
  (object, context) => {
    const parsed = schema.safeParse(object);
    return parsed.success ? steps(parsed.data, context) : ignored('unexpected_form');
  };

const refund = on(Refund, stepsOfRefund);
const notPaid = new Set(['checkout.session.async_payment_failed', 'checkout.session.expired']);

const handlers = new Map<string, Handler>([
  ['checkout.session.completed', on(Session, stepsOfSession)],
  ['checkout.session.async_payment_succeeded', on(Session, stepsOfPaidSession)],
  ['invoice.paid', on(Invoice, stepsOfInvoice)],
  ['invoice_payment.paid', on(InvoicePayment, stepsOfInvoicePayment)],
  ['payment_intent.succeeded', on(PaymentIntent, stepsOfPayment)],
  ['charge.refunded', on(Charge, stepsOfCharge)],
  ['charge.refund.updated', refund],
  ['refund.created', refund],
  ['refund.updated', refund],
  ['refund.failed', refund],
  ['charge.dispute.closed', on(Dispute, stepsOfDispute)],
]);

export function transform({ envelope, body }: { envelope: Envelope; body: unknown }, settings: StripeSettings): Step[] {
  if (isThin(body)) return ignored('thin_event');
  if (notPaid.has(envelope.event)) return ignored('not_paid');
  const handler = handlers.get(envelope.event);
  if (!handler) return ignored('unknown_event');
  const parsed = EventBody.safeParse(body);
  if (!parsed.success) return ignored('unexpected_form');
  const { id, created, account, data } = parsed.data;
  if (account) return ignored('other_account');
  return handler(data.object, { settings, at: created * 1000, eventId: id });
}

const isThin = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'object' in body && String(body.object).startsWith('v2.');

/** The only bridge between the payments and the invoice in versions since 2025-03-31. */
function stepsOfInvoicePayment({ invoice, payment }: z.output<typeof InvoicePayment>): Step[] {
  const id = payment?.payment_intent ?? payment?.charge;
  return id ? [linkOf(id, invoice)] : ignored('no_payment');
}
