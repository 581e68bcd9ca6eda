import * as z from 'zod';
import { deadLetters } from '#functions/api/operators/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { QueueParams, shownMessage } from './queue-schema.ts';

export const listDeadLetters = defineEndpoint({
  id: 'listDeadLetters',
  method: 'GET',
  path: '/api/v1/dev/queues/{queue}/dead-letters',
  auth: 'operator',
  needs: { audit, deadLetters },
  summary: 'List the dead letters of a queue',
  description:
    'Returns some of the messages that failed too often, or of the failures of a stream or schedule, without e-mail addresses, telephone numbers, codes and links. If two requests run at the same time, one can return fewer messages. Every access is recorded.',
  params: QueueParams,
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  responses: {
    200: z
      .object({
        queue: z.string().meta({ description: 'Name of the queue.' }),
        messages: z
          .array(
            z.object({
              id: z.string(),
              sent_at: z.iso.datetime().nullable().meta({ description: 'When the message was sent.' }),
              receives: z.int().meta({ description: 'How often it was received as a dead letter.' }),
              message: z.unknown().meta({ description: 'The content, masked.' }),
            }),
          )
          .meta({ description: 'The messages, oldest first.' }),
      })
      .meta({ id: 'DeadLetters' }),
  },
  example: {
    params: { queue: 'description_checks' },
    responses: {
      200: {
        queue: 'description_checks',
        messages: [
          {
            id: '5fea7756-0ea4-451a-a703-a558b933e274',
            sent_at: '2026-11-21T09:30:00.000Z',
            receives: 1,
            message: { user_id: 245_813_760_001_024 },
          },
        ],
      },
    },
  },

  async handle({ params, query: { limit }, actor: { by } }, { deadLetters, audit }) {
    const { queue } = params;
    await audit.record({ actor: by, action: 'read_dead_letters', userId: null, details: { queue } });
    const messages = await deadLetters.peek(queue, limit);
    return ok({
      queue,
      messages: messages.map(({ id, body, sentAt, receives }) => ({
        id,
        sent_at: sentAt,
        receives,
        message: shownMessage(body),
      })),
    });
  },
});
