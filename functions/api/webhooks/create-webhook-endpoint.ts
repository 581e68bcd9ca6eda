import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { isVerified } from '#shared/accounts/rules/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import { plainText } from '#shared/values/plain-text.ts';
import { webhookErrors } from '#shared/webhooks/errors.ts';
import { webhookEndpoints } from '#shared/webhooks/needs.ts';
import { secretContext, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { maxEndpoints, webhookLimits } from '#shared/webhooks/rules/limits.ts';
import { newWebhookSecret } from '#shared/webhooks/rules/signature.ts';
import { repeatedEndpoint, webhookRequestHeaders, webhookRequestOf } from './webhook-request.ts';
import { EventTypes, endpointRecordOf, exampleEndpoint, NewWebhookEndpoint, WebhookEnvironment } from './webhook-schema.ts';
import { endpointUrl, webhookUrlNeeds } from './webhook-url.ts';

export const createWebhookEndpoint = defineEndpoint({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  auth: 'user',
  needs: { ...webhookUrlNeeds, limits, webhookEndpoints },
  unknownFields: 'refused',
  summary: 'Create a webhook endpoint',
  description:
    `We send events to the URL by \`POST\`, signed as the Standard Webhooks specification says. Only this response ` +
    `contains the signing secret. An account can have ${maxEndpoints} endpoints; one more is 409 \`too_many_webhook_endpoints\`. ` +
    'A live endpoint needs an account with a verified e-mail address, phone number or identity-provider sign-in; a test endpoint does not. ' +
    'Events that happen up to a minute after the request can be missing. With the header `Idempotency-Key`, a retry creates ' +
    'nothing and returns the first response.',
  headers: webhookRequestHeaders,
  body: z
    .object({
      url: z.string().max(2048).meta({
        description: 'An `https` URL of the public web on its usual port. `npm start` also takes `http://localhost`.',
      }),
      description: plainText(200).optional(),
      environment: WebhookEnvironment.default('live'),
      events: EventTypes.default([]).meta({ description: 'Types of events to send; an empty list: all.' }),
    })
    .meta({ id: 'CreateWebhookEndpointRequest' }),
  responses: { 201: NewWebhookEndpoint },
  answers: {
    201: 'The endpoint was created. This is the only response that holds its secret: store it now.',
  },
  errors: [
    accountErrors.verification_required,
    webhookErrors.too_many_webhook_endpoints,
    serviceErrors.idempotency_key_reused,
    serviceErrors.key_superseded,
    serviceErrors.too_many_requests,
  ],
  rateLimit: webhookLimits.create,
  example: {
    body: {
      url: exampleEndpoint.url,
      description: exampleEndpoint.description,
      events: exampleEndpoint.events,
    },
    responses: { 201: { ...exampleEndpoint, secret: 'whsec_EXAMPLEshownOnce' } },
  },

  async handle({ body, actor: { accountId, user }, header }, deps) {
    const { webhookEndpoints, secrets, limits, now } = deps;
    const url = endpointUrl(body.url, deps);
    const { description = '', environment } = body;
    const events = [...new Set(body.events)];
    const request = webhookRequestOf(header, 'create', [url, description, environment, events]);
    const repeated = async () => {
      const first = request && (await webhookEndpoints.completedRequest(accountId, request));
      if (!request || !first) return null;
      const { endpoint, secret } = await repeatedEndpoint(accountId, request, first, deps);
      return reply(201, { ...endpointRecordOf(endpoint), secret });
    };
    const earlier = await repeated();
    if (earlier) return earlier;
    if (environment === 'live' && !isVerified(user)) throw fail(accountErrors.verification_required);

    const headers = await consumeRateLimit(webhookLimits.create, String(accountId), limits);
    const id = newId('whe');
    const secret = newWebhookSecret();
    const endpoint: WebhookEndpoint = {
      id,
      accountId,
      url,
      description,
      environment,
      events,
      status: 'enabled',
      secret: await secrets.seal(secretContext(accountId, id), secret, 'webhooks'),
      sessionEpoch: user.tokensValidAfter,
      createdAt: new Date(now()).toISOString(),
    };
    const activityEffect = await activity('webhook_endpoint_created', accountId, {
      endpoint_id: id,
      environment,
    });
    const outcome = await webhookEndpoints.create(endpoint, request, activityEffect);
    if (outcome === 'session_ended') throw fail(serviceErrors.unauthenticated, challenge);
    if (outcome === 'too_many') throw fail(webhookErrors.too_many_webhook_endpoints);
    if (outcome === 'created') return reply(201, { ...endpointRecordOf(endpoint), secret }, headers);
    const first = await repeated();
    if (!first) throw invalid({ type: 'value_error', loc: ['header', 'Idempotency-Key'], msg: 'Send it again' });
    return first;
  },
});
