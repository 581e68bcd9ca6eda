import { deadLetters } from '#functions/api/operators/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { DeadLettersHandled, DeadLettersRequest, handleMs, QueueParams } from './queue-schema.ts';

export const deleteDeadLetters = defineEndpoint({
  id: 'deleteDeadLetters',
  method: 'POST',
  path: '/api/v1/dev/queues/{queue}/delete-dead-letters',
  auth: 'operator',
  needs: { audit, deadLetters },
  summary: 'Delete the dead letters of a queue',
  description:
    'Deletes the messages that failed too often, without working on them. They cannot be restored. For expired codes and reminders, and for exports that can be requested again.',
  params: QueueParams,
  body: DeadLettersRequest,
  responses: { 200: DeadLettersHandled },
  example: {
    params: { queue: 'notices' },
    body: { reason: 'The channel works again' },
    responses: { 200: { queue: 'notices', count: 2, is_empty: true } },
  },

  async handle({ params, body, actor: { by } }, { deadLetters, audit }) {
    const { queue } = params;
    // Every action must have an audit entry.
    await audit.record({
      actor: by,
      action: 'delete_dead_letters',
      userId: null,
      details: { queue, ...reasonDetails(body?.reason) },
    });
    const end = performance.now() + handleMs;
    const { count, isEmpty } = await deadLetters.remove(queue, { until: () => performance.now() > end });
    return ok({ queue, count, is_empty: isEmpty });
  },
});
