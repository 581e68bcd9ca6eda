import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log } from '#shared/log.ts';
import type { MessageOf, Queue } from '#shared/messages/queue.ts';
import { RetrySoon, retrySoonSeconds } from '#shared/messages/retry-soon.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { retryDelaySeconds } from './retry-delay.ts';

export type QueueDeps = { random(): number; queues: Pick<Sender, 'holdBack'> };
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type Failure = { error: Error; atLeastSeconds?: number | undefined };

/** SQS allows no visibility timeout longer than this. */
const maxHiddenSeconds = 43_200;
const [soonest, latest] = retrySoonSeconds;

/** Failed messages return with a growing delay, and go to the dead-letter queue after `maxReceives`. */
export function queueBatchWorker<Q extends Queue, D extends QueueDeps>(
  queue: Q,
  makeDeps: () => D,
  handle: (messages: readonly MessageOf<Q>[], deps: D, receives: readonly number[]) => Promise<readonly (Failure | null)[]>,
): QueueHandler {
  let built: D | undefined;

  async function holdBack(record: SQSRecord, failure: Failure, deps: D) {
    const { messageId, receiptHandle } = record;
    const { error, atLeastSeconds = 0 } = failure;
    const tries = receivesOf(record);
    log.warn('message failed', { queue: queue.name, message_id: messageId, tries, error });
    const seconds =
      error instanceof RetrySoon
        ? soonest + (latest - soonest) * deps.random()
        : retryDelaySeconds(tries, queue.retrySeconds, deps.random());
    // If this call fails, the message returns after its visibility timeout.
    await deps.queues
      .holdBack(queue, receiptHandle, Math.min(maxHiddenSeconds, Math.ceil(atLeastSeconds + seconds)))
      .catch((cause: Error) => log.warn('not held back', cause));
    return { itemIdentifier: messageId };
  }

  return middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }) => {
    built ??= makeDeps();
    const deps = built;
    const failed: { record: SQSRecord; failure: Failure }[] = [];
    const readable = Records.flatMap((record) => {
      try {
        return [{ record, message: queue.message.parse(JSON.parse(record.body)) as MessageOf<Q> }];
      } catch (error) {
        failed.push({ record, failure: { error: error as Error } });
        return [];
      }
    });
    const all = (error: Error): readonly Failure[] => readable.map(() => ({ error }));
    const outcomes = await handle(
      readable.map(({ message }) => message),
      deps,
      readable.map(({ record }) => receivesOf(record)),
    ).catch(all);
    for (const [at, { record }] of readable.entries()) {
      const failure = outcomes[at];
      if (failure) failed.push({ record, failure });
    }
    const batchItemFailures = await Promise.all(failed.map(({ record, failure }) => holdBack(record, failure, deps)));
    return { batchItemFailures };
  }) as unknown as QueueHandler;
}

const receivesOf = ({ attributes }: SQSRecord) => Number(attributes.ApproximateReceiveCount);
