import type { Env } from '#shared/env.ts';
import type { Secrets } from '#shared/secrets.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { stripeBilling, stripeCodeOf } from './stripe-billing.ts';

export const billingOf = (
  { BILLING_BASE_URL, STAGE }: Env,
  { secrets, random }: { secrets: Pick<Secrets, 'ofVendor'>; random: () => number },
) =>
  stripeBilling({
    call: vendorCall({
      vendor: 'billing',
      baseUrl: BILLING_BASE_URL,
      stage: STAGE,
      timeoutMs: 8000,
      codeOf: stripeCodeOf,
      random,
    }),
    apiKey: () => secrets.ofVendor('billing_api_key'),
  });
