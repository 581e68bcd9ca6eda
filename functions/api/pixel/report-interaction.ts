import * as z from 'zod';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { interactionMinutes } from '#shared/clicks/rules/limits.ts';
import { clicks } from '#shared/conversions/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { interactionMs } from '#shared/traffic/rules/recent-clicks.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { ClickId } from './click-id.ts';
import { consumePixel, pixelLimitNeeds, pixelPolicy } from './pixel-limit.ts';

/** Reporting an interaction makes one conditional write and no read. */
export const reportInteraction = defineEndpoint({
  id: 'reportInteraction',
  method: 'POST',
  path: '/api/v1/pixel/interactions',
  auth: 'pixelKey',
  needs: { ...pixelLimitNeeds, clicks },
  cors: 'any_origin',
  summary: 'Report that a person uses the page',
  description:
    'The pixel sends it once for a click whose `createSession` answered `verify: true`: when the page was visible for five seconds and the visitor scrolled, pointed or typed. ' +
    `Such a click counts as human, also if its address belongs to a data centre, as behind a VPN. A report later than ${interactionMinutes} minutes after the click, and one for any other click, returns \`202\` and changes nothing. Safe to repeat.\n\n` +
    'Counts as one event towards the limit of `sendPixelEvents`. Above it the request is `429` with `Retry-After`.',
  maxBodyBytes: 4096,
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      sid: ClickId.meta({ description: 'The click ID.' }),
    })
    .meta({ id: 'InteractionRequest' }),
  responses: {
    202: z
      .object({
        accepted: z.literal(true).meta({ description: 'The request was valid. It does not say whether anything changed.' }),
      })
      .meta({ id: 'InteractionAccepted' }),
  },
  answers: { 202: 'The request was valid.' },
  errors: [apiKeyErrors.origin_not_allowed, serviceErrors.too_many_requests],
  rateLimit: pixelPolicy,
  example: {
    body: { key: 'pk_live_EXAMPLE', sid: 's_4fTq0ZkJ8vW2nRxLmP7aBc' },
    responses: { 202: { accepted: true } },
  },

  async handle({ body, actor, sourceIp }, deps) {
    const headers = await consumePixel(1, { actor, sourceIp }, deps);
    const from = new Date(deps.now() - interactionMs).toISOString();
    await deps.clicks.noteInteraction(body.sid, actor, from);
    return reply(202, { accepted: true }, headers);
  },
});
