import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { billingOutcomes } from '#shared/billing/rules/billing-outcomes.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { storableText } from '#shared/values/plain-text.ts';
import type { Deps } from './deps.ts';
import { takeBillingEvent } from './take-billing-event.ts';

const maxTries = 10;

export const receiveBillingEvent = defineEndpoint<Deps>()({
  id: 'receiveBillingEvent',
  method: 'POST',
  path: '/api/v1/webhooks/billing',
  auth: 'billingSignature',
  cors: 'none',
  summary: 'Receive a billing event',
  description:
    'Receives an event of the payment processor. Events can arrive twice, late and in any order: each takes effect once, and the newest state of a subscription applies. Unsupported events are stored and answered with 200; resend them to have them processed again.',
  body: z
    .object({
      id: storableText(255).min(1),
      type: storableText(255).min(1),
      created: z.unknown().optional().meta({ description: 'Epoch seconds.' }),
      data: z.unknown().optional().meta({ description: '`{object}`: the subscription or invoice.' }),
    })
    .meta({ id: 'BillingEvent' }),
  responses: {
    200: z
      .object({
        received: z.literal(true),
        outcome: z.enum(billingOutcomes),
        duplicate: z
          .boolean()
          .meta({ description: 'The event was received before; `outcome` is the first result.' }),
      })
      .meta({ id: 'BillingEventReceipt' }),
  },
  answers: {
    200: 'The event was received. `outcome` says how it was processed.',
  },
  errors: ['vendor_unavailable'],
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
    for (let tries = 1; tries <= maxTries; tries++) {
      const earlier = await deps.billingRecords.event(body.id);
      if (earlier?.isSettled) return ok({ received: true, outcome: earlier.outcome, duplicate: true });
      const outcome = await takeBillingEvent(body, deps);
      if (outcome) return ok({ received: true, outcome, duplicate: false });
      // Another request wrote first: read everything again.
      await pause(Math.random() * 10 * 2 ** tries);
    }
    throw new StoreUnavailable('An event met another one at every try.');
  },
});
