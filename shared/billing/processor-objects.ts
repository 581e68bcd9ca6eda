import * as z from 'zod';
import type { Subscription } from '#shared/billing/rules/billing.ts';
import type { BillingCustomer } from './billing.ts';

const Id = z.string().min(1).max(255);
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);
const Metadata = z.record(z.string(), z.string()).nullish();
const EpochSeconds = z.int().min(0).max(8_640_000_000_000);

const isoOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : null);

function userIdIn(metadata: z.output<typeof Metadata>): number | null {
  const text = metadata?.user_id ?? '';
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** The processor's newer form has a period per item. */
export const SubscriptionObject = z
  .object({
    id: Id,
    customer: Reference,
    status: z.string().min(1).max(60),
    pause_collection: z.object({}).nullish(),
    metadata: Metadata,
    current_period_end: EpochSeconds.nullish(),
    items: z.object({ data: z.array(z.object({ current_period_end: EpochSeconds.nullish() })) }).nullish(),
  })
  .transform(({ id, customer, status, pause_collection, metadata, current_period_end, items }) => {
    const ends = items?.data.map((item) => item.current_period_end ?? 0) ?? [];
    const subscription: Subscription = {
      id,
      customerId: customer,
      status,
      isCollectionPaused: Boolean(pause_collection),
      periodEnd: isoOf(current_period_end ?? Math.max(0, ...ends)),
    };
    return { subscription, userId: userIdIn(metadata) };
  });

export const CustomerObject = z
  .object({ deleted: z.boolean().nullish(), email: z.string().nullish(), metadata: Metadata })
  .transform(({ deleted, email, metadata }): BillingCustomer | null =>
    deleted ? null : { userId: userIdIn(metadata), email: email ?? null },
  );

const Proration = z.object({ proration: z.boolean().nullish() }).nullish();
const Line = z
  .object({
    quantity: z.int().nullish(),
    price: z.object({ id: Id }).nullish(),
    pricing: z.object({ price_details: z.object({ price: Reference.nullish() }).nullish() }).nullish(),
    proration: z.boolean().nullish(),
    parent: z.object({ subscription_item_details: Proration, invoice_item_details: Proration }).nullish(),
  })
  .transform(({ quantity, price, pricing, proration, parent }) => ({
    priceId: pricing?.price_details?.price ?? price?.id ?? null,
    quantity: quantity ?? 1,
    isProration: Boolean(proration ?? parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration),
  }));
export type InvoiceLine = z.output<typeof Line>;

export const InvoiceObject = z
  .object({
    id: Id,
    customer: Reference,
    customer_email: z.string().nullish(),
    billing_reason: z.string().nullish(),
    amount_paid: z.number().nullish(),
    metadata: Metadata,
    parent: z.object({ subscription_details: z.object({ metadata: Metadata }).nullish() }).nullish(),
    subscription_details: z.object({ metadata: Metadata }).nullish(),
    lines: z.object({ data: z.array(Line) }).nullish(),
  })
  .transform((invoice) => ({
    id: invoice.id,
    customerId: invoice.customer,
    email: invoice.customer_email ?? null,
    userId:
      userIdIn(invoice.parent?.subscription_details?.metadata) ??
      userIdIn(invoice.subscription_details?.metadata) ??
      userIdIn(invoice.metadata),
    billingReason: invoice.billing_reason ?? null,
    amountPaidMinor: invoice.amount_paid ?? null,
    lines: invoice.lines?.data ?? [],
  }));
export type Invoice = z.output<typeof InvoiceObject>;
