export const billingOutcomes = [
  'applied',
  'outdated',
  'granted',
  'granted_before',
  'grants_nothing',
  'ignored',
  'unknown_customer',
  'inactive_account',
  'unknown_price',
  'unreadable',
] as const;
export type BillingOutcome = (typeof billingOutcomes)[number];

/** A correction may change these outcomes of a repeated event. */
export const openOutcomes: ReadonlySet<BillingOutcome> = new Set([
  'unknown_customer',
  'inactive_account',
  'unknown_price',
  'unreadable',
]);
