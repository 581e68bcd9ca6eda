/** Outcomes of an event of the payment processor. */
export const billingOutcomes = [
  'applied',
  /** A newer state of the subscription was stored already. */
  'outdated',
  /** Credits were granted. */
  'granted',
  /** Another event already paid for the invoice. */
  'granted_before',
  /** The invoice grants nothing, because of its reason, amount or prices. */
  'grants_nothing',
  /** Events of this type have no effect here. */
  'ignored',
  /** No user belongs to this customer. */
  'unknown_customer',
  /** The account that paid is not active. */
  'inactive_account',
  /** None of the invoice's prices is configured. */
  'unknown_price',
  /** The event does not have the processor's documented form. */
  'unreadable',
] as const;
export type BillingOutcome = (typeof billingOutcomes)[number];

/**
 * Outcomes that may change when the event is sent again, after a user, a price or this service was corrected.
 */
export const openOutcomes: ReadonlySet<BillingOutcome> = new Set([
  'unknown_customer',
  'inactive_account',
  'unknown_price',
  'unreadable',
]);
