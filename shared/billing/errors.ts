import { declaredErrors } from '#shared/values/declared-errors.ts';

export const billingErrors = /* @__PURE__ */ declaredErrors({
  billing_subscription_live: [
    409,
    'The account has a live billing subscription. Cancel or pause it first, then retry the same request.',
    { operation: 'pauseBillingSubscription', title: 'Pause the subscription', page: null },
  ],
  no_billing_subscription: [409, 'This user has no subscription at the payment processor to pause.'],
});
