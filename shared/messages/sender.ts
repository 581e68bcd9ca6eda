import type { Message, QueueName } from './queues.ts';

/** Throws `MessageRefused` for a message that can never be sent, and `Unavailable` for a queue that failed. */
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

/** A queue will never accept this message: it does not match the schema, or its content or size is not allowed. */
export class MessageRefused extends Error {
  constructor(queue: QueueName, reason: 'schema' | 'content' | 'size', cause?: unknown) {
    super(`The queue ${queue} does not accept this message (${reason}).`, { cause });
    this.name = 'MessageRefused';
  }
}
