import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { rotationHours, secretContext } from '#shared/webhooks/rules/endpoint.ts';
import { webhookLimits } from '#shared/webhooks/rules/limits.ts';
import { newWebhookSecret } from '#shared/webhooks/rules/signature.ts';
import { repeatedEndpoint, webhookRequestHeaders, webhookRequestOf } from './webhook-request.ts';
import { EndpointId, endpointRecordOf, exampleEndpoint, NewWebhookEndpoint } from './webhook-schema.ts';

export const rotateWebhookSecret = defineEndpoint({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/rotate-secret',
  auth: 'user',
  needs: { limits, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    `Only this response contains the new secret. For ${rotationHours} hours deliveries have two signatures, one of each ` +
    'secret, so that you can change your server without losing an event.',
  headers: webhookRequestHeaders,
  params: EndpointId,
  body: z.object({}).meta({ id: 'RotateWebhookSecretRequest' }),
  responses: { 200: NewWebhookEndpoint },
  answers: { 200: 'The endpoint has a new secret. This is the only response that holds it: store it now.' },
  errors: [serviceErrors.not_found, serviceErrors.idempotency_key_reused, serviceErrors.key_superseded, serviceErrors.too_many_requests],
  rateLimit: webhookLimits.rotate,
  example: {
    params: { id: exampleEndpoint.id },
    body: {},
    responses: {
      200: { ...exampleEndpoint, rotated_at: '2026-11-21T10:00:00.000Z', secret: 'whsec_EXAMPLEshownOnce' },
    },
  },

  async handle({ params: { id }, actor: { accountId }, header }, deps) {
    const { webhookEndpoints, secrets, limits } = deps;
    const request = webhookRequestOf(header, 'rotate', [id]);
    const repeated = async () => {
      const first = request && (await webhookEndpoints.completedRequest(accountId, request));
      if (!request || !first) return null;
      const { endpoint, secret } = await repeatedEndpoint(accountId, request, first, deps);
      return ok({ ...endpointRecordOf(endpoint), secret });
    };
    const earlier = await repeated();
    if (earlier) return earlier;
    const headers = await consumeRateLimit(webhookLimits.rotate, String(accountId), limits);
    const secret = newWebhookSecret();
    const sealed = await secrets.seal(secretContext(accountId, id), secret, 'webhooks');
    const activityEffect = await activity('webhook_secret_rotated', accountId, { endpoint_id: id });
    const rotated = await webhookEndpoints.rotate(accountId, id, sealed, request, activityEffect);
    const first = rotated === 'repeated' ? await repeated() : null;
    if (first) return first;
    if (!rotated || rotated === 'repeated') throw fail(serviceErrors.not_found);
    return ok({ ...endpointRecordOf(rotated), secret }, headers);
  },
});
