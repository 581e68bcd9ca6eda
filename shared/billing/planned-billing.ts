import { planEffect } from '#shared/store/dry-run.ts';
import type { Billing } from './billing.ts';

/** The payment processor in a dry run: it is asked, and a pause is noted and answered as if it were confirmed. */
export const plannedBilling = (billing: Billing): Billing => ({
  ...billing,
  async pause(id) {
    const subscription = await billing.subscription(id);
    if (!subscription) return null;
    planEffect({ kind: 'billing', name: 'pause' });
    return { ...subscription, isCollectionPaused: true };
  },
});
