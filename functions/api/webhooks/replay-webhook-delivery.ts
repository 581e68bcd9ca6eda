import * as z from 'zod';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';
import { placeOfId } from '#shared/webhooks/rules/delivery.ts';
import { webhookLimits } from './webhook-limits.ts';
import { deliveryRecordOf, exampleDelivery, exampleEndpoint, WebhookDelivery } from './webhook-schema.ts';

export const replayWebhookDelivery = defineEndpoint({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/replay',
  auth: 'user',
  needs: { limits, webhookDeliveries, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Send a webhook delivery again',
  description:
    'Sends it again with the same `webhook-id`, delivered or not, and retries it as a new one. Your server recognizes ' +
    'the id if it has processed the event.',
  params: z.object({
    id: z.string().max(100),
    delivery_id: z.string().max(100).meta({ description: '`id` of the delivery.' }),
  }),
  body: z.object({}).meta({ id: 'ReplayWebhookDeliveryRequest' }),
  responses: { 202: WebhookDelivery },
  answers: { 202: 'The event is on its way.' },
  errors: ['not_found', 'webhook_endpoint_disabled', 'too_many_requests'],
  rateLimit: webhookLimits.replay,
  example: {
    params: { id: exampleEndpoint.id, delivery_id: exampleDelivery.id },
    body: {},
    responses: { 202: { ...exampleDelivery, attempts: 0, next_attempt_at: null } },
  },

  async handle({ params, actor: { accountId } }, { webhookEndpoints, webhookDeliveries, limits }) {
    const endpoint = await webhookEndpoints.find(accountId, params.id);
    const place = placeOfId(params.delivery_id);
    if (!endpoint || !place) throw fail('not_found');
    if (endpoint.status === 'disabled') throw fail('webhook_endpoint_disabled');
    const headers = await consumeRateLimit(webhookLimits.replay, String(accountId), limits);
    const delivery = await webhookDeliveries.replay(endpoint, place);
    if (!delivery) throw fail('not_found');
    const { nextAttemptAt: _, deliveredAt: __, ...again } = delivery;
    return reply(202, deliveryRecordOf(again), headers);
  },
});
