import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { deadEffects } from '#shared/outbox/needs.ts';
import { DeadLettersRequest } from './queue-schema.ts';

export const redriveKeptEffects = defineEndpoint({
  id: 'redriveKeptEffects',
  method: 'POST',
  path: '/api/v1/dev/kept-effects/redrive',
  auth: 'operator',
  needs: { audit, deadEffects },
  summary: 'Deliver kept effects',
  description: 'Retries every e-mail, notice and task that could not be delivered. Effects that fail again are kept. Repeatable.',
  body: DeadLettersRequest,
  responses: {
    200: z
      .object({ count: z.int().min(0).meta({ description: 'Number of effects handed to the outbox.' }) })
      .meta({ id: 'KeptEffectsSent' }),
  },
  example: {
    body: { reason: 'The template was repaired' },
    responses: { 200: { count: 3 } },
  },

  async handle({ body, actor: { by } }, { deadEffects, audit }) {
    // Every action must have an audit entry.
    await audit.record({
      actor: by,
      action: 'redrive_kept_effects',
      userId: null,
      details: reasonDetails(body?.reason),
    });
    return ok({ count: await deadEffects.redrive() });
  },
});
