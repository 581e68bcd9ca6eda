import * as z from 'zod';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { sampleEvent } from '#shared/registry/sample-event.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { webhookErrors } from '#shared/webhooks/errors.ts';
import { webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';
import { deliveryOf } from '#shared/webhooks/rules/delivery.ts';
import { webhookLimits } from '#shared/webhooks/rules/limits.ts';
import { deliveryRecordOf, EndpointId, exampleDelivery, exampleEndpoint, WebhookDelivery } from './webhook-schema.ts';

export const testWebhookEndpoint = defineEndpoint({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/test',
  auth: 'user',
  needs: { limits, webhookDeliveries, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event with made-up data and `"test": true`, whatever types the endpoint gets. The list of deliveries ' + 'shows the result.',
  params: EndpointId,
  body: z.object({ event_type: z.enum(webhookEventTypes).default('conversion.attributed') }).meta({ id: 'TestWebhookEndpointRequest' }),
  responses: { 202: WebhookDelivery },
  answers: { 202: 'The event is on its way.' },
  errors: [serviceErrors.not_found, webhookErrors.webhook_endpoint_disabled, serviceErrors.too_many_requests],
  rateLimit: webhookLimits.test,
  example: {
    params: { id: exampleEndpoint.id },
    body: { event_type: 'conversion.attributed' },
    responses: {
      202: { ...exampleDelivery, attempts: 0, last_attempt: null, next_attempt_at: null },
    },
  },

  async handle({ params: { id }, body, actor: { accountId }, requestId }, deps) {
    const { webhookEndpoints, webhookDeliveries, limits, now } = deps;
    const endpoint = await webhookEndpoints.find(accountId, id);
    if (!endpoint) throw fail(serviceErrors.not_found);
    if (endpoint.status === 'disabled') throw fail(webhookErrors.webhook_endpoint_disabled);
    const headers = await consumeRateLimit(webhookLimits.test, String(accountId), limits);
    const { environment } = endpoint;
    const event = sampleEvent(body.event_type, { accountId, environment, now: now(), nonce: requestId });
    const { delivery } = await webhookDeliveries.add({
      delivery: deliveryOf(event, endpoint),
      target: endpoint,
    });
    return reply(202, deliveryRecordOf(delivery), headers);
  },
});
