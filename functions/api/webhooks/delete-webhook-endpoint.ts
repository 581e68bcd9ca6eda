import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { EndpointId, exampleEndpoint } from './webhook-schema.ts';

export const deleteWebhookEndpoint = defineEndpoint({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/{id}',
  auth: 'user',
  needs: { webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Delete a webhook endpoint',
  description: 'What was not delivered is not sent any more. Its log is removed within 30 days.',
  params: EndpointId,
  responses: {
    200: z
      .object({ id: z.string(), deleted: z.literal(true).meta({ description: 'Always `true`.' }) })
      .meta({ id: 'DeletedWebhookEndpoint' }),
  },
  errors: ['not_found'],
  example: {
    params: { id: exampleEndpoint.id },
    responses: { 200: { id: exampleEndpoint.id, deleted: true } },
  },

  async handle({ params: { id }, actor: { accountId } }, { webhookEndpoints }) {
    const activityEffect = await activity('webhook_endpoint_deleted', accountId, { endpoint_id: id });
    if (!(await webhookEndpoints.remove(accountId, id, activityEffect))) throw fail('not_found');
    return ok({ id, deleted: true as const });
  },
});
