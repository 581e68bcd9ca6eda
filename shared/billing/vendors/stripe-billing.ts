import * as z from 'zod';
import type { Billing } from '#shared/billing/billing.ts';
import { CustomerObject, SubscriptionObject } from '#shared/billing/processor-objects.ts';
import type { VendorCall, VendorRequest } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export type StripeBillingSettings = {
  call: VendorCall;
  apiKey: () => Promise<string>;
};

/** The account's default API version may have other forms, so calls name this version. */
export const stripeVersion = '2026-10-28.endive';

export const stripeCodeOf = (body: unknown) => ErrorAnswer.safeParse(body).data?.error.code;
const ErrorAnswer = z.object({ error: z.object({ code: z.string().optional() }) });

const EventObject = z.object({
  id: z.string(),
  type: z.string(),
  created: z.unknown().optional(),
  data: z.unknown().optional(),
});

export function stripeBilling({ call, apiKey }: StripeBillingSettings): Billing {
  async function ask<S extends z.ZodType>(request: VendorRequest, answer: S): Promise<z.output<S> | null> {
    const headers = { authorization: `Bearer ${await apiKey()}`, 'stripe-version': stripeVersion };
    try {
      return await call({ ...request, headers: { ...headers, ...request.headers } }, answer);
    } catch (error) {
      if (error instanceof VendorUnavailable && error.code === 'resource_missing') return null;
      throw error;
    }
  }
  const pathOf = (id: string) => `/subscriptions/${encodeURIComponent(id)}`;

  return {
    async subscription(id) {
      const object = await ask({ method: 'GET', path: pathOf(id) }, SubscriptionObject);
      return object?.subscription ?? null;
    },

    customer: (id) => ask({ method: 'GET', path: `/customers/${encodeURIComponent(id)}` }, CustomerObject),

    event: (id) => ask({ method: 'GET', path: `/events/${encodeURIComponent(id)}` }, EventObject),

    async pause(id, idempotencyKey) {
      const request: VendorRequest = {
        method: 'POST',
        path: pathOf(id),
        headers: { 'idempotency-key': idempotencyKey },
        // `void` cancels the invoices, so a user without access pays nothing.
        body: new URLSearchParams({ 'pause_collection[behavior]': 'void' }),
        isRepeatable: true,
      };
      const paused = await ask(request, SubscriptionObject);
      return paused?.subscription ?? null;
    },
  };
}
