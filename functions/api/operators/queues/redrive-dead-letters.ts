import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { DeadLettersHandled, DeadLettersRequest, handleMs, isFailureQueue, QueueParams } from './queue-schema.ts';
import { redriveFailures, redriveFailuresNeeds } from './redrive-failures.ts';

export const redriveDeadLetters = defineEndpoint({
  id: 'redriveDeadLetters',
  method: 'POST',
  path: '/api/v1/dev/queues/{queue}/redrive',
  auth: 'operator',
  needs: redriveFailuresNeeds,
  summary: 'Send the dead letters of a queue back',
  description:
    'Moves the messages that failed too often back to their queue, where they are processed again. A message is sent before it is deleted, so none is lost; what was already delivered is not delivered twice. Failures of streams are read from the stream again, as long as it has them (24 hours): effects are delivered, the search index follows, totals are recounted. A failed run of a schedule runs again. Repeatable.',
  params: QueueParams,
  body: DeadLettersRequest,
  responses: { 200: DeadLettersHandled },
  example: {
    params: { queue: 'notices' },
    body: { reason: 'The channel works again' },
    responses: { 200: { queue: 'notices', count: 2, is_empty: true } },
  },

  async handle({ params, body, actor: { by } }, deps) {
    const { deadLetters, audit } = deps;
    const { queue } = params;
    await audit.record({
      actor: by,
      action: 'redrive_dead_letters',
      userId: null,
      details: { queue, ...reasonDetails(body?.reason) },
    });
    const end = performance.now() + handleMs;
    const until = () => performance.now() > end;
    if (isFailureQueue(queue)) {
      const { count, isEmpty, notes } = await redriveFailures(queue, { until, actor: by }, deps);
      return ok({ queue, count, is_empty: isEmpty, notes });
    }
    const { count, isEmpty } = await deadLetters.sendBack(queue, { until });
    return ok({ queue, count, is_empty: isEmpty });
  },
});
