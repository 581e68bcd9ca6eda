import type { Message, QueueName } from '#shared/queues.ts';

export type Sender = {
  /** Puts a message on a queue. Resolves when it is durable. */
  send<Q extends QueueName>(
    queue: Q,
    message: Message<Q>,
    options?: { delaySeconds?: number },
  ): Promise<void>;
  /** Keeps a received message away for some seconds before its next try. */
  holdBack(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
};
