import type { Message, QueueName } from './queues.ts';

/** Throws `MessageRefused` for a message that can never be sent, and `Unavailable`. */
export type Sender = {
  send<Q extends QueueName>(
    queue: Q,
    message: Message<Q>,
    options?: { delaySeconds?: number },
  ): Promise<void>;
  holdBack(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
};

export class MessageRefused extends Error {
  constructor(queue: QueueName, reason: 'schema' | 'content' | 'size', cause?: unknown) {
    super(`The queue ${queue} does not accept this message (${reason}).`, { cause });
    this.name = 'MessageRefused';
  }
}
