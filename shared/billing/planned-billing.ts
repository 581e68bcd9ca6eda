import { planEffect } from '#shared/store/dry-run.ts';
import type { Billing } from './billing.ts';

export const plannedBilling = (billing: Billing): Billing => ({
  ...billing,
  async pause(id) {
    const subscription = await billing.subscription(id);
    if (!subscription) return null;
    planEffect({ kind: 'billing', name: 'pause' });
    return { ...subscription, isCollectionPaused: true };
  },
});
