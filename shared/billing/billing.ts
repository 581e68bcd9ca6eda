import type { Subscription } from '#shared/billing/rules/billing.ts';

/** A customer of the processor: by the id that we sent, or by the e-mail that the processor stores. */
export type BillingCustomer = { userId: number | null; email: string | null };

/** An event's envelope; what is in it is read where it is taken. */
export type BillingEventSent = { id: string; type: string; created?: unknown; data?: unknown };

/**
 * The payment processor. `null`: it knows no such thing. Throws `VendorUnavailable`; after `no_answer` whether a change
 * took effect is not known.
 */
export type Billing = {
  subscription(id: string): Promise<Subscription | null>;
  customer(id: string): Promise<BillingCustomer | null>;
  /** An event as it was sent; the processor keeps events for 30 days. */
  event(id: string): Promise<BillingEventSent | null>;
  /** Stops collecting for a subscription without ending it. Calls with the same key have one effect, for a day. */
  pause(id: string, idempotencyKey: string): Promise<Subscription | null>;
};
