import * as z from 'zod';
import { deadLetters } from '#functions/api/operators/needs.ts';
import { failureQueues, failures } from '#functions/failures.ts';
import { queueNames, queues } from '#functions/queues.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { deadEffects } from '#shared/outbox/needs.ts';

const count = (description: string) => z.int().min(0).meta({ description });

export const listQueues = defineEndpoint({
  id: 'listQueues',
  method: 'GET',
  path: '/api/v1/dev/queues',
  auth: 'operator',
  needs: { deadEffects, deadLetters },
  summary: 'List queues',
  description:
    'Returns every queue with the number of its messages, the failures of streams and schedules, and the number of effects that could not be delivered. The numbers are approximate.',
  responses: {
    200: z
      .object({
        queues: z
          .array(
            z.object({
              name: z.string(),
              waiting: count('Messages that wait for a worker.'),
              in_flight: count('Messages that a worker has.'),
              delayed: count('Messages that wait for their time.'),
              dead: count('Messages that failed too often. They are not retried until they are sent back.'),
              max_receives: z.int().meta({ description: 'Receives before a message is a dead letter.' }),
            }),
          )
          .meta({ description: 'The queues.' }),
        failures: z
          .array(
            z.object({
              name: z.string(),
              kind: z.enum(['stream', 'schedule']),
              function: z.string().meta({ description: 'The function that gave up.' }),
              count: count('Records or runs that were given up.'),
            }),
          )
          .meta({ description: 'Where failures of streams and schedules wait.' }),
        kept_effects: count('E-mails, notices and tasks that could not be delivered and are kept.'),
      })
      .meta({ id: 'QueueList' }),
  },
  example: {
    responses: {
      200: {
        queues: [{ name: 'notices', waiting: 3, in_flight: 1, delayed: 0, dead: 2, max_receives: 100 }],
        failures: [{ name: 'night-jobs-failed', kind: 'schedule', function: 'night-jobs', count: 0 }],
        kept_effects: 0,
      },
    },
  },

  async handle(_, { deadLetters, deadEffects }) {
    const [counted, failed, keptEffects] = await Promise.all([
      Promise.all(queueNames.map((name) => deadLetters.counts(name))),
      Promise.all(failureQueues.map((name) => deadLetters.dead(name))),
      deadEffects.list(1000),
    ]);
    return ok({
      queues: queueNames.flatMap((name, at) => {
        const counts = counted[at];
        if (!counts) return [];
        const { inFlight, ...ownCounts } = counts;
        return [{ name, ...ownCounts, in_flight: inFlight, max_receives: queues[name].maxReceives }];
      }),
      failures: [...failures].map(([name, { kind, function: worker }], at) => ({
        name,
        kind,
        function: worker,
        count: failed[at] ?? 0,
      })),
      kept_effects: keptEffects.length,
    });
  },
});
