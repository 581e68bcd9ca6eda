/** What can become of an event of the payment processor. */
export const billingOutcomes = [
  /** The subscription's state was written. */
  'applied',
  /** A newer state of the subscription was known. */
  'outdated',
  /** Credits were granted. */
  'granted',
  /** The invoice was paid out under another event. */
  'granted_before',
  /** An invoice that grants nothing: for its reason, its amount or its prices. */
  'grants_nothing',
  /** An event of a type that changes nothing here. */
  'ignored',
  /** Nobody of ours is this customer. */
  'unknown_customer',
  /** The account that paid is not active. */
  'inactive_account',
  /** None of the invoice's prices is configured. */
  'unknown_price',
  /** Not in the processor's documented form. */
  'unreadable',
] as const;
export type BillingOutcome = (typeof billingOutcomes)[number];

/** Outcomes that may change when the event is sent again: after a user, a price or this service was set right. */
export const openOutcomes: ReadonlySet<BillingOutcome> = new Set([
  'unknown_customer',
  'inactive_account',
  'unknown_price',
  'unreadable',
]);
