import { planEffect } from '#shared/store/dry-run.ts';
import type { Billing } from './billing.ts';

/** The payment processor in a dry run: reads are real, and a pause is recorded and answered as confirmed. */
export const plannedBilling = (billing: Billing): Billing => ({
  ...billing,
  async pause(id) {
    const subscription = await billing.subscription(id);
    if (!subscription) return null;
    planEffect({ kind: 'billing', name: 'pause' });
    return { ...subscription, isCollectionPaused: true };
  },
});
