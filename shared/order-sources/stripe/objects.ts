import * as z from 'zod';

// Two generations of the API differ in where an object names another. The endpoint's version decides which arrives.

const Id = z.string().min(1).nullish();
const Units = z.int().min(0);
const Currency = z.string().regex(/^[a-z]{3}$/i);
const Text = z.string().nullish();
/** Other clients of the API write an empty object as a list. */
const Metadata = z.object({ order: Text, svc_click_id: Text, click: Text }).nullish().catch(null);
export type Metadata = z.output<typeof Metadata>;

export const EventBody = z.object({
  id: z.string().min(1),
  object: z.string(),
  created: z.int().min(0),
  account: Text,
  data: z.object({ object: z.unknown() }),
});

const customer = { customer: Id, customer_account: Id };

export const Session = z.object({
  id: z.string().min(1),
  mode: z.enum(['payment', 'setup', 'subscription']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: Units.nullish(),
  currency: Currency.nullish(),
  client_reference_id: Text,
  ...customer,
  invoice: Id,
  payment_intent: Id,
  success_url: Text,
  return_url: Text,
  metadata: Metadata,
  total_details: z.object({ amount_tax: Units.nullish() }).nullish(),
  presentment_details: z.object({ presentment_amount: Units, presentment_currency: Currency }).nullish(),
  /** Versions before 2025-09-30 have it for sessions whose `currency` is the buyer's. */
  currency_conversion: z.object({ amount_total: Units, source_currency: Currency }).nullish(),
});
export type Session = z.output<typeof Session>;

const Tax = z.object({ amount: z.int() });
const Subscription = z.object({ metadata: Metadata }).nullish();

export const Invoice = z.object({
  id: z.string().min(1),
  billing_reason: Text,
  amount_paid: Units,
  total: z.int(),
  total_excluding_tax: z.int().nullish(),
  currency: Currency,
  ...customer,
  metadata: Metadata,
  status_transitions: z.object({ paid_at: z.int().nullish() }).nullish(),
  total_taxes: z.array(Tax).nullish(),
  parent: z.object({ subscription_details: Subscription }).nullish(),
  payments: z.object({ data: z.array(z.object({ payment: z.object({ payment_intent: Id, charge: Id }).nullish() })) }).nullish(),
  // Versions before 2025-03-31.
  tax: z.int().nullish(),
  total_tax_amounts: z.array(Tax).nullish(),
  subscription_details: Subscription,
  payment_intent: Id,
  charge: Id,
});
export type Invoice = z.output<typeof Invoice>;

export const InvoicePayment = z.object({
  invoice: z.string().min(1),
  payment: z.object({ payment_intent: Id, charge: Id }).nullish(),
});

export const PaymentIntent = z.object({
  id: z.string().min(1),
  amount_received: Units,
  currency: Currency,
  ...customer,
  metadata: Metadata,
  amount_details: z.object({ tax: z.object({ total_tax_amount: Units.nullish() }).nullish() }).nullish(),
  /** For the payment of an invoice, Stripe writes the ID of the invoice here. */
  payment_details: z.object({ order_reference: Text }).nullish(),
  // Versions before 2025-03-31.
  invoice: Id,
});
export type PaymentIntent = z.output<typeof PaymentIntent>;

export const Charge = z.object({
  id: z.string().min(1),
  amount_refunded: Units,
  currency: Currency,
  payment_intent: Id,
  // Versions before 2025-03-31.
  invoice: Id,
});

export const Refund = z.object({
  id: z.string().min(1),
  amount: Units,
  currency: Currency,
  created: z.int().min(0),
  status: Text,
  charge: Id,
  payment_intent: Id,
});

export const Dispute = z.object({
  id: z.string().min(1),
  amount: Units,
  currency: Currency,
  status: z.string(),
  charge: Id,
  payment_intent: Id,
});
