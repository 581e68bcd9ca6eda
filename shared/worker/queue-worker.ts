import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log, metrics } from '#shared/log.ts';
import type { Sender } from '#shared/ports/sender.ts';
import { type Message, type QueueName, queues } from '#shared/queues.ts';
import { retryDelaySeconds } from './retry-delay.ts';

type QueueDeps = { random(): number; queues: Pick<Sender, 'holdBack'> };
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * A Lambda handler over a queue. The messages of a batch run at once; each that fails goes back alone, with a growing,
 * jittered wait, and after the queue's `maxReceives` to its dead-letter queue.
 */
export function queueWorker<Q extends QueueName, D extends QueueDeps>(
  name: Q,
  makeDeps: () => D,
  handle: (message: Message<Q>, deps: D) => Promise<void>,
): QueueHandler {
  let built: D | undefined;
  return middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }) => {
    built ??= makeDeps();
    const deps = built;
    const failures = await Promise.all(
      Records.map(async ({ body, messageId, receiptHandle, attributes }) => {
        try {
          await handle(queues[name].message.parse(JSON.parse(body)) as Message<Q>, deps);
          return [];
        } catch (error) {
          const tries = Number(attributes.ApproximateReceiveCount);
          log.warn('message failed', { queue: name, message_id: messageId, tries, error: error as Error });
          const seconds = retryDelaySeconds(tries, queues[name].retrySeconds, deps.random());
          // When this fails too, the message comes back as its visibility ends: later, but not lost.
          await deps.queues
            .holdBack(name, receiptHandle, seconds)
            .catch((cause: Error) => log.warn('not held back', cause));
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    metrics.addDimension('queue', name);
    metrics.addMetric('messages', 'Count', Records.length);
    metrics.addMetric('failures', 'Count', failures.flat().length);
    metrics.publishStoredMetrics();
    return { batchItemFailures: failures.flat() };
  }) as unknown as QueueHandler;
}
