import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log } from '#shared/log.ts';
import { type Message, type QueueName, queues } from '#shared/messages/queues.ts';
import { RetrySoon, retrySoonSeconds } from '#shared/messages/retry-soon.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { retryDelaySeconds } from './retry-delay.ts';

export type QueueDeps = { random(): number; queues: Pick<Sender, 'holdBack'> };
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** What could not be done: why, and how long the message at least stays away before its next try. */
export type Failure = { error: Error; atLeastSeconds?: number | undefined };

/** The longest that SQS hides a message. */
const maxHiddenSeconds = 43_200;
const [soonest, latest] = retrySoonSeconds;

/**
 * A Lambda handler over a queue whose messages are worked on together. `handle` answers for each, in order, `null` or
 * its failure; what it throws is the failure of all. Each that fails goes back alone, with a growing, jittered wait (a
 * short one that does not grow for `RetrySoon`), and after the queue's `maxReceives` to its dead-letter queue.
 */
export function queueBatchWorker<Q extends QueueName, D extends QueueDeps>(
  name: Q,
  makeDeps: () => D,
  handle: (messages: readonly Message<Q>[], deps: D) => Promise<readonly (Failure | null)[]>,
): QueueHandler {
  let built: D | undefined;

  async function holdBack({ messageId, receiptHandle, attributes }: SQSRecord, failure: Failure, deps: D) {
    const { error, atLeastSeconds = 0 } = failure;
    const tries = Number(attributes.ApproximateReceiveCount);
    log.warn('message failed', { queue: name, message_id: messageId, tries, error });
    const seconds =
      error instanceof RetrySoon
        ? soonest + (latest - soonest) * deps.random()
        : retryDelaySeconds(tries, queues[name].retrySeconds, deps.random());
    // When this fails too, the message comes back as its visibility ends: later, but not lost.
    await deps.queues
      .holdBack(name, receiptHandle, Math.min(maxHiddenSeconds, Math.ceil(atLeastSeconds + seconds)))
      .catch((cause: Error) => log.warn('not held back', cause));
    return { itemIdentifier: messageId };
  }

  return middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }) => {
    built ??= makeDeps();
    const deps = built;
    const failed: { record: SQSRecord; failure: Failure }[] = [];
    const readable = Records.flatMap((record) => {
      try {
        return [{ record, message: queues[name].message.parse(JSON.parse(record.body)) as Message<Q> }];
      } catch (error) {
        failed.push({ record, failure: { error: error as Error } });
        return [];
      }
    });
    const all = (error: Error): readonly Failure[] => readable.map(() => ({ error }));
    const outcomes = await handle(
      readable.map(({ message }) => message),
      deps,
    ).catch(all);
    for (const [at, { record }] of readable.entries()) {
      const failure = outcomes[at];
      if (failure) failed.push({ record, failure });
    }
    const batchItemFailures = await Promise.all(
      failed.map(({ record, failure }) => holdBack(record, failure, deps)),
    );
    return { batchItemFailures };
  }) as unknown as QueueHandler;
}
