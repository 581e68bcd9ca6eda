import * as z from 'zod';
import { billingOutcomes } from '#shared/billing/rules/billing-outcomes.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { received } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { storableText } from '#shared/values/plain-text.ts';
import { processInvoiceNeeds } from './process-invoice.ts';
import { processOnce } from './process-once.ts';

export const receiveBillingEvent = defineEndpoint({
  id: 'receiveBillingEvent',
  method: 'POST',
  path: '/api/v1/webhooks/billing',
  auth: 'billingSignature',
  needs: { ...processInvoiceNeeds, received },
  summary: 'Receive a billing event',
  description:
    'Receives an event of the payment processor. Events can arrive twice, late and in any order: each takes effect once, and the newest state of a subscription applies. Unsupported events are stored and answered with 200; resend them to have them processed again.',
  body: z
    .object({
      id: storableText(255).min(1).meta({ description: 'Id of the event. A repeated event is processed once.' }),
      type: storableText(255).min(1).meta({ description: 'Event name of the payment processor, such as `invoice.payment_succeeded`.' }),
      created: z.unknown().optional().meta({ description: 'Epoch seconds.' }),
      data: z.unknown().optional().meta({ description: '`{object}`: the subscription or invoice.' }),
    })
    .meta({ id: 'BillingEvent' }),
  responses: {
    200: z
      .object({
        received: z.literal(true).meta({ description: 'Always `true`: the event was received.' }),
        outcome: z.enum(billingOutcomes).meta({ description: 'How the event was processed.' }),
        duplicate: z.boolean().meta({ description: 'The event was received before; `outcome` is the first result.' }),
      })
      .meta({ id: 'BillingEventReceipt' }),
  },
  answers: {
    200: 'The event was received. `outcome` says how it was processed.',
  },
  errors: [serviceErrors.vendor_unavailable],
  example: {
    body: {
      id: 'evt_1RkQ2bKcTn',
      type: 'customer.subscription.updated',
      created: 1_795_252_500,
      data: {
        object: {
          id: 'sub_1RkQ1nVw8s',
          object: 'subscription',
          customer: 'cus_9fXo2LkPq',
          status: 'active',
          pause_collection: null,
        },
      },
    },
    responses: { 200: { received: true, outcome: 'applied', duplicate: false } },
  },

  async handle({ body }, deps) {
    const { outcome, isDuplicate } = await processOnce(body, deps);
    await deps.received.record({
      source: 'billing',
      eventId: body.id,
      type: body.type,
      outcome,
      isDuplicate,
    });
    return ok({ received: true, outcome, duplicate: isDuplicate });
  },
});
