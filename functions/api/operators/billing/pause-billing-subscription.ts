import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason } from '#shared/operators/given-reason.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { pauseSubscriptions, pauseSubscriptionsNeeds } from './pause-subscriptions.ts';

export const pauseBillingSubscription = defineEndpoint({
  id: 'pauseBillingSubscription',
  method: 'POST',
  path: '/api/v1/dev/pause-billing-subscription',
  auth: 'operator',
  needs: pauseSubscriptionsNeeds,
  summary: 'Pause a billing subscription',
  description:
    "Pauses the collection of a user's subscription without canceling it. Paid access ends at once. The response is sent only after the payment processor has confirmed the pause; after a 503 the result is unknown, so retry the request. Access returns when collection is resumed at the processor.",
  body: z.object({ ...userNaming, reason: GivenReason }).meta({ id: 'PauseBillingSubscriptionRequest' }),
  check: namesOneUser,
  responses: {
    200: z
      .object({
        user_id: z.int(),
        paid_status: z.literal('paused').meta({ description: 'Paid status of the account.' }),
        already_paused: z.boolean().meta({ description: 'Whether it was paused before. If so, nothing was changed.' }),
        paused_at: z.iso.datetime().meta({ description: 'When collection was paused.' }),
      })
      .meta({ id: 'PausedSubscription' }),
  },
  errors: [serviceErrors.not_found, billingErrors.no_billing_subscription, serviceErrors.vendor_unavailable],
  example: {
    body: { email: 'ada@northwind.example' },
    responses: {
      200: {
        user_id: 245_813_760_001_024,
        paid_status: 'paused',
        already_paused: false,
        paused_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },

  async handle({ body, actor }, deps) {
    const { id } = await namedUser(body, deps.users);
    const { isRepeat, pausedAt } = await pauseSubscriptions(id, { by: actor.by, reason: body.reason }, deps);
    return ok({ user_id: id, paid_status: 'paused', already_paused: isRepeat, paused_at: pausedAt });
  },
});
