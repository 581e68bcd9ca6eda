import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import type { QueueName } from '#shared/messages/queues.ts';
import type { Deps } from './deps.ts';
import { reasonDetails } from './given-reason.ts';
import { DeadLettersHandled, DeadLettersRequest, handleMs, QueueParams } from './queue-schema.ts';

export const redriveDeadLetters = defineEndpoint<Deps>()({
  id: 'redriveDeadLetters',
  method: 'POST',
  path: '/api/v1/dev/queues/{queue}/redrive',
  auth: 'operator',
  cors: 'none',
  summary: 'Send the dead letters of a queue back',
  description:
    'Moves the messages that failed too often back to their queue, where they are worked on again. A message is sent before it is deleted, so none is lost; what was already delivered is not delivered twice. Repeatable.',
  params: QueueParams,
  body: DeadLettersRequest,
  responses: { 200: DeadLettersHandled },
  example: {
    params: { queue: 'notices' },
    body: { reason: 'The channel works again' },
    responses: { 200: { queue: 'notices', count: 2, is_empty: true } },
  },

  async handle({ params, body, actor: { by } }, { deadLetters, audit }) {
    const queue = params.queue as QueueName;
    // First, so that nothing is done without an audit entry.
    await audit.record({
      ...{ actor: by, action: 'redrive_dead_letters', userId: null },
      details: { queue, ...reasonDetails(body?.reason) },
    });
    const end = performance.now() + handleMs;
    const { count, isEmpty } = await deadLetters.sendBack(queue, { until: () => performance.now() > end });
    return ok({ queue, count, is_empty: isEmpty });
  },
});
