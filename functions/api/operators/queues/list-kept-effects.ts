import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { deadEffects } from '#shared/outbox/needs.ts';
import { shownMessage } from './queue-schema.ts';

export const listKeptEffects = defineEndpoint({
  id: 'listKeptEffects',
  method: 'GET',
  path: '/api/v1/dev/kept-effects',
  auth: 'operator',
  needs: { audit, deadEffects },
  summary: 'List kept effects',
  description:
    'Returns the e-mails, notices and tasks that could not be delivered, with the error, without e-mail addresses, codes and links. Every access is recorded.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
  responses: {
    200: z
      .object({
        effects: z
          .array(
            z.object({
              id: z.string(),
              at: z.iso.datetime(),
              error: z.string().meta({ description: 'Why it could not be delivered.' }),
              effect: z.unknown().meta({ description: 'What it is, masked.' }),
            }),
          )
          .meta({ description: 'The effects.' }),
      })
      .meta({ id: 'KeptEffects' }),
  },
  example: {
    responses: {
      200: {
        effects: [
          {
            id: '0c3f1b2a',
            at: '2026-11-21T09:30:00.000Z',
            error: 'No template is called welcome_back.',
            effect: [{ kind: 'mail', template: 'welcome_back' }],
          },
        ],
      },
    },
  },

  async handle({ query: { limit }, actor: { by } }, { deadEffects, audit }) {
    await audit.record({ actor: by, action: 'read_kept_effects', userId: null });
    const stored = await deadEffects.list(limit);
    return ok({
      effects: stored.map(({ id, at, error, held }) => ({ id, at, error, effect: shownMessage(held) })),
    });
  },
});
