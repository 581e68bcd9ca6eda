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

/** A corrected user, price or service may change such an outcome when the event is repeated. */
export const openOutcomes: ReadonlySet<BillingOutcome> = new Set(['unknown_customer', 'inactive_account', 'unknown_price', 'unreadable']);
