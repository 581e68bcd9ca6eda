import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { queueNames, queues } from '#shared/messages/queues.ts';
import type { Deps } from './deps.ts';

const count = (description: string) => z.int().min(0).meta({ description });

export const listQueues = defineEndpoint<Deps>()({
  id: 'listQueues',
  method: 'GET',
  path: '/api/v1/dev/queues',
  auth: 'operator',
  cors: 'none',
  summary: 'List queues',
  description:
    'Returns every queue with the number of its messages, and the number of effects that could not be delivered. The numbers are approximate.',
  responses: {
    200: z
      .object({
        queues: z.array(
          z.object({
            name: z.string(),
            waiting: count('Messages that wait for a worker.'),
            in_flight: count('Messages that a worker has.'),
            delayed: count('Messages that wait for their time.'),
            dead: count('Messages that failed too often. They are not retried until they are sent back.'),
            max_receives: z.int().meta({ description: 'Receives before a message is a dead letter.' }),
          }),
        ),
        kept_effects: count('E-mails, notices and tasks that could not be delivered and are kept.'),
      })
      .meta({ id: 'QueueList' }),
  },
  example: {
    responses: {
      200: {
        queues: [{ name: 'notices', waiting: 3, in_flight: 1, delayed: 0, dead: 2, max_receives: 100 }],
        kept_effects: 0,
      },
    },
  },

  async handle(_, { deadLetters, deadEffects }) {
    const [counted, kept] = await Promise.all([
      Promise.all(queueNames.map((name) => deadLetters.counts(name))),
      deadEffects.list(1000),
    ]);
    return ok({
      queues: queueNames.flatMap((name, at) => {
        const counts = counted[at];
        if (!counts) return [];
        const { inFlight, ...own } = counts;
        return [{ name, ...own, in_flight: inFlight, max_receives: queues[name].maxReceives }];
      }),
      kept_effects: kept.length,
    });
  },
});
