import * as z from 'zod';
import { billing } from '#shared/billing/needs.ts';
import { billingOutcomes } from '#shared/billing/rules/billing-outcomes.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { configured } from '#shared/http/webhook.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit, received } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { processInvoiceNeeds } from './process-invoice.ts';
import { processOnce } from './process-once.ts';

export const takeBillingEventAgain = defineEndpoint({
  id: 'takeBillingEventAgain',
  method: 'POST',
  path: '/api/v1/dev/webhooks/billing/{event_id}/take-again',
  auth: 'operator',
  needs: { ...processInvoiceNeeds, audit, billing, received },
  summary: 'Take a billing event again',
  description:
    'Retrieves an event from the payment processor, which keeps events for 30 days, and processes it again, for example after you corrected the user or the price. A settled event has no second effect and returns its first outcome with `duplicate: true`.',
  params: z.object({ event_id: z.string().regex(/^[\w-]{1,255}$/) }),
  body: z.object({ reason: GivenReason }).meta({ id: 'TakeBillingEventAgainRequest' }).optional(),
  responses: {
    200: z
      .object({
        event_id: z.string(),
        outcome: z.enum(billingOutcomes).meta({ description: 'How the event was processed.' }),
        duplicate: z.boolean().meta({ description: 'Whether the event was settled before.' }),
      })
      .meta({ id: 'BillingEventTaken' }),
  },
  errors: [serviceErrors.not_found, serviceErrors.vendor_unavailable, serviceErrors.not_configured],
  example: {
    params: { event_id: 'evt_1RkQ2bKcTn' },
    body: { reason: 'The price is set right' },
    responses: { 200: { event_id: 'evt_1RkQ2bKcTn', outcome: 'applied', duplicate: false } },
  },

  async handle({ params: { event_id }, body, actor: { by } }, deps) {
    // Every action must have an audit entry.
    await deps.audit.record({
      actor: by,
      action: 'take_billing_event_again',
      userId: null,
      details: { event_id, ...reasonDetails(body?.reason) },
    });
    await configured('billing_api_key', deps.secrets);
    const event = await deps.billing.event(event_id);
    if (event?.id !== event_id) throw fail(serviceErrors.not_found);
    const { outcome, isDuplicate } = await processOnce(event, deps);
    await deps.received.record({
      source: 'billing',
      eventId: event_id,
      type: event.type,
      outcome,
      isDuplicate,
    });
    return ok({ event_id, outcome, duplicate: isDuplicate });
  },
});
