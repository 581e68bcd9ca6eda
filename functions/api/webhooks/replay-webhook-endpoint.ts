import * as z from 'zod';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { webhookErrors } from '#shared/webhooks/errors.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { deliveryDays, webhookLimits } from '#shared/webhooks/rules/limits.ts';
import { EndpointId, exampleEndpoint } from './webhook-schema.ts';

export const replayWebhookEndpoint = defineEndpoint({
  id: 'replayWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/replay',
  auth: 'user',
  needs: { limits, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Send everything undelivered again',
  description:
    'Sends every event since a time that was not delivered: `pending`, `failed` and `held`. They are sent in the order in ' +
    'which they happened, ten at a time, and retried as new ones.',
  params: EndpointId,
  body: z
    .object({
      since: z.iso.datetime({ offset: true }).meta({ description: `Time of the first event. At most ${deliveryDays} days ago counts.` }),
    })
    .meta({ id: 'ReplayWebhookEndpointRequest' }),
  responses: {
    202: z
      .object({ id: z.string(), since: z.iso.datetime().meta({ description: 'Time of the first event.' }) })
      .meta({ id: 'WebhookReplay' }),
  },
  answers: { 202: 'The replay has begun.' },
  errors: [serviceErrors.not_found, webhookErrors.webhook_endpoint_disabled, serviceErrors.too_many_requests],
  rateLimit: webhookLimits.replay,
  example: {
    params: { id: exampleEndpoint.id },
    body: { since: '2026-11-20T00:00:00Z' },
    responses: { 202: { id: exampleEndpoint.id, since: '2026-11-20T00:00:00.000Z' } },
  },

  async handle({ params: { id }, body, actor: { accountId } }, { webhookEndpoints, limits }) {
    const since = new Date(body.since).toISOString();
    if (!(await webhookEndpoints.find(accountId, id))) throw fail(serviceErrors.not_found);
    const headers = await consumeRateLimit(webhookLimits.replay, String(accountId), limits);
    if (!(await webhookEndpoints.replayFrom(accountId, id, since))) throw fail(webhookErrors.webhook_endpoint_disabled);
    return reply(202, { id, since }, headers);
  },
});
