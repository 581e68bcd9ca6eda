import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { isVerified } from '#shared/accounts/rules/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { plainText } from '#shared/values/plain-text.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { deliveryDays } from '#shared/webhooks/rules/limits.ts';
import type { Changes } from '#shared/webhooks/store/endpoints.ts';
import { EndpointId, EventTypes, endpointRecordOf, exampleEndpoint, WebhookEndpointRecord } from './webhook-schema.ts';
import { endpointUrl, webhookUrlNeeds } from './webhook-url.ts';

export const changeWebhookEndpoint = defineEndpoint({
  id: 'changeWebhookEndpoint',
  method: 'PATCH',
  path: '/api/v1/webhook-endpoints/{id}',
  auth: 'user',
  needs: { ...webhookUrlNeeds, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Change, enable or disable a webhook endpoint',
  description:
    `Omitted fields are unchanged. While an endpoint is disabled its events are kept for ${deliveryDays} days; enable it, then replay ` +
    'them. To enable a live endpoint, the account needs a verified e-mail address, phone number or identity-provider sign-in. Another `events` list applies to events that happen up to a minute later.',
  params: EndpointId,
  body: z
    .object({
      url: z.string().max(2048).optional(),
      description: plainText(200).optional(),
      events: EventTypes.optional().meta({ description: 'The events.' }),
      status: z.enum(['enabled', 'disabled']).optional(),
    })
    .meta({ id: 'ChangeWebhookEndpointRequest' }),
  responses: { 200: WebhookEndpointRecord },
  errors: [serviceErrors.not_found, accountErrors.verification_required],
  example: {
    params: { id: exampleEndpoint.id },
    body: { events: [], status: 'enabled' },
    responses: { 200: { ...exampleEndpoint, events: [] } },
  },

  async handle({ params: { id }, body, actor: { accountId, user } }, deps) {
    const { webhookEndpoints } = deps;
    if (body.status === 'enabled' && !isVerified(user)) {
      const { environment } = (await webhookEndpoints.find(accountId, id)) ?? {};
      if (environment === 'live') throw fail(accountErrors.verification_required);
    }
    const changes: Changes = {
      ...(body.url !== undefined && { url: endpointUrl(body.url, deps) }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.events && { events: [...new Set(body.events)] }),
    };
    // A request that changes fields and the status writes twice, both with this activity entry, which is
    // delivered once.
    const activityEffect = await activity('webhook_endpoint_changed', accountId, {
      endpoint_id: id,
      fields: Object.keys(body),
    });
    let endpoint = await webhookEndpoints.change(accountId, id, changes, activityEffect);
    if (endpoint && body.status === 'disabled') endpoint = await webhookEndpoints.disable(endpoint, 'owner', activityEffect);
    if (endpoint?.status === 'disabled' && body.status === 'enabled')
      endpoint = await webhookEndpoints.enable(accountId, id, user.tokensValidAfter, activityEffect);
    if (!endpoint) throw fail(serviceErrors.not_found);
    return ok(endpointRecordOf(endpoint));
  },
});
