import type { Subscription } from '#shared/billing/rules/billing.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type BillingCustomer = { userId: AccountId | null; email: string | null };

export type BillingEventSent = { id: string; type: string; created?: unknown; data?: unknown };

/**
 * Calls return `null` for an unknown object, and throw `VendorUnavailable`. After the failure `no_answer`, a change may
 * have taken effect.
 */
export type Billing = {
  subscription(id: string): Promise<Subscription | null>;
  customer(id: string): Promise<BillingCustomer | null>;
  /** The processor stores events for 30 days. */
  event(id: string): Promise<BillingEventSent | null>;
  /** A pause does not end the subscription. Calls with the same key have one effect for a day. */
  pause(id: string, idempotencyKey: string): Promise<Subscription | null>;
};
