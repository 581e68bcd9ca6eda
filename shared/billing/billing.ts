import type { Subscription } from '#shared/billing/rules/billing.ts';

/** A customer of the processor, by the ID that we sent or the e-mail that the processor stores. */
export type BillingCustomer = { userId: number | null; email: string | null };

/** The envelope of an event. Its consumer parses the content. */
export type BillingEventSent = { id: string; type: string; created?: unknown; data?: unknown };

/**
 * The payment processor. `null` means not found. Throws `VendorUnavailable`; after `no_answer`, a change may
 * have taken effect.
 */
export type Billing = {
  subscription(id: string): Promise<Subscription | null>;
  customer(id: string): Promise<BillingCustomer | null>;
  /** Returns the original event; the processor keeps events for 30 days. */
  event(id: string): Promise<BillingEventSent | null>;
  /**
   * Pauses the collection for a subscription without ending it. Calls with the same key have one effect, for
   * a day.
   */
  pause(id: string, idempotencyKey: string): Promise<Subscription | null>;
};
