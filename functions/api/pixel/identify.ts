import * as z from 'zod';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { ExternalUserId } from '#shared/conversions/event-fields.ts';
import { Warnings } from '#shared/conversions/event-warnings.ts';
import { clicks, identities } from '#shared/conversions/needs.ts';
import { isTagged } from '#shared/conversions/rules/attribution.ts';
import { userIdOf } from '#shared/conversions/rules/placeholders.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ClickId } from './click-id.ts';
import { hasSameOwner } from './has-same-owner.ts';
import { consumePixel, pixelLimitNeeds, pixelPolicy } from './pixel-limit.ts';

/** A call reads the click once. For an ad click, the call makes one transaction of three writes. */
export const identify = defineEndpoint({
  id: 'identify',
  method: 'POST',
  path: '/api/v1/pixel/identify',
  auth: 'pixelKey',
  needs: { ...pixelLimitNeeds, clicks, identities },
  cors: 'any_origin',
  summary: 'Link an ad click to your user',
  description:
    'Send it when a visitor signs up or signs in. A later conversion with the same `external_user_id` and no known ' +
    'click ID is then credited to this click, if the click is within `identity_window_days` before the event: about a second after the response, or in the response where the account chose `identity_attribution: answer`. ' +
    'Only a keyed hash of the ID is stored. An organic visit and an erased click return `202` and store nothing. A click can be linked to up to 20 users; further ones return `202` and are not stored. A placeholder such as `guest` or `null` links nobody and is answered with a warning. Safe to repeat.\n\n' +
    'Counts as one event towards the limit of `sendPixelEvents`. Above it the request is `429` with `Retry-After`.',
  maxBodyBytes: 65_536,
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      sid: ClickId.meta({ description: 'The click ID, once `createSession` has returned it.' }),
      external_user_id: ExternalUserId.meta({
        description: 'Your ID for the user, exactly as your server sends it in conversions. Use an opaque ID, not an e-mail address.',
      }),
    })
    .meta({ id: 'IdentifyRequest' }),
  responses: {
    202: z
      .object({
        accepted: z.literal(true).meta({ description: 'The request was valid. It does not say whether a link was stored.' }),
        warnings: Warnings.optional().meta({
          description: 'What was changed or ignored. The event was accepted nevertheless.',
        }),
      })
      .meta({ id: 'Identified' }),
  },
  answers: { 202: 'The request was valid. A link was stored unless the visit was organic, erased or full.' },
  errors: [apiKeyErrors.origin_not_allowed, serviceErrors.not_found, serviceErrors.too_many_requests],
  rateLimit: pixelPolicy,
  example: {
    body: { key: 'pk_live_EXAMPLE', sid: 's_4fTq0ZkJ8vW2nRxLmP7aBc', external_user_id: 'user-42' },
    responses: { 202: { accepted: true } },
  },

  async handle({ body, actor, sourceIp }, deps) {
    const headers = await consumePixel(1, { actor, sourceIp }, deps);
    const { clicks, identities, secrets } = deps;
    const click = await clicks.byId(body.sid);
    if (!click || !hasSameOwner(click, actor)) throw fail(serviceErrors.not_found);
    const accountId = userIdOf(body.external_user_id);
    if (accountId === null) {
      const warning = { code: 'placeholder_ignored' as const, fields: ['external_user_id'] };
      return reply(202, { accepted: true, warnings: [warning] }, headers);
    }
    if (isTagged(click) && !click.erasedAt) await identities.identify(click, await secrets.hashUser(actor.accountId, accountId));
    return reply(202, { accepted: true }, headers);
  },
});
