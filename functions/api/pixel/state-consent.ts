import * as z from 'zod';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { PixelConsent, statementIn } from '#shared/consent/consent-schema.ts';
import { clicks } from '#shared/conversions/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ClickId } from './click-id.ts';
import { hasSameOwner } from './has-same-owner.ts';
import { consumePixel, pixelLimitNeeds, pixelPolicy } from './pixel-limit.ts';

/** Stating consent makes one read and, if anything changes, one conditional write. */
export const stateConsent = defineEndpoint({
  id: 'stateConsent',
  method: 'POST',
  path: '/api/v1/pixel/consent',
  auth: 'pixelKey',
  needs: { ...pixelLimitNeeds, clicks },
  cors: 'any_origin',
  summary: 'State the consent of a visitor to ads',
  description:
    "The pixel sends it when the visitor answers the page's banner after `createSession`, or changes the answer. A purpose that is omitted keeps what was said before. " +
    'The latest statement counts, also for stored events of the click unless they said something later. Safe to repeat.\n\n' +
    'Counts as one event towards the limit of `sendPixelEvents`. Above it the request is `429` with `Retry-After`.',
  maxBodyBytes: 4096,
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      sid: ClickId.meta({ description: 'The click ID, once `createSession` has returned it.' }),
      consent: PixelConsent.meta({ description: "The answer of the page's banner." }),
    })
    .meta({ id: 'ConsentRequest' }),
  responses: {
    202: z
      .object({
        accepted: z.literal(true).meta({ description: 'The request was valid. It does not say whether anything changed.' }),
      })
      .meta({ id: 'ConsentAccepted' }),
  },
  answers: { 202: 'The request was valid.' },
  errors: [apiKeyErrors.origin_not_allowed, serviceErrors.not_found, serviceErrors.too_many_requests],
  rateLimit: pixelPolicy,
  example: {
    body: {
      key: 'pk_live_EXAMPLE',
      sid: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
      consent: { ad_user_data: 'granted', ad_personalization: 'denied', origin: 'consent_mode' },
    },
    responses: { 202: { accepted: true } },
  },

  async handle({ body, actor, sourceIp }, deps) {
    const headers = await consumePixel(1, { actor, sourceIp }, deps);
    const statement = statementIn(body.consent, deps.now());
    const click = await deps.clicks.stateConsent(body.sid, (stored) => hasSameOwner(stored, actor), statement);
    if (!click) throw fail(serviceErrors.not_found);
    return reply(202, { accepted: true }, headers);
  },
});
