import type { Message, QueueName } from './queues.ts';

/**
 * Throws `MessageRefused` for a message that can never be sent, and `Unavailable` for a queue that failed.
 */
export type Sender = {
  /** Sends a message. Resolves when it is durable. */
  send<Q extends QueueName>(
    queue: Q,
    message: Message<Q>,
    options?: { delaySeconds?: number },
  ): Promise<void>;
  /** Hides a received message for some seconds before it is retried. */
  holdBack(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
};

/** A queue will never accept this message, because of its schema, content or size. */
export class MessageRefused extends Error {
  constructor(queue: QueueName, reason: 'schema' | 'content' | 'size', cause?: unknown) {
    super(`The queue ${queue} does not accept this message (${reason}).`, { cause });
    this.name = 'MessageRefused';
  }
}
