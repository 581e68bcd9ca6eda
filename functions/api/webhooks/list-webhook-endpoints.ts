import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { endpointRecordOf, exampleEndpoint, WebhookEndpointRecord } from './webhook-schema.ts';

export const listWebhookEndpoints = defineEndpoint({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  auth: 'user',
  needs: { webhookEndpoints },
  summary: 'List webhook endpoints',
  description: 'Returns your endpoints, newest first. A secret is never returned again.',
  responses: {
    200: z.object({ endpoints: z.array(WebhookEndpointRecord).meta({ description: 'Newest first.' }) }).meta({ id: 'WebhookEndpoints' }),
  },
  example: { responses: { 200: { endpoints: [exampleEndpoint] } } },

  async handle({ actor }, { webhookEndpoints }) {
    const endpoints = await webhookEndpoints.list(actor.accountId);
    return ok({ endpoints: endpoints.map(endpointRecordOf) });
  },
});
