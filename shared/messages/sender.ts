import type { MessageOf, Queue } from './queue.ts';

/** Throws `MessageRefused` for a message that can never be sent, and `Unavailable`. */
export type Sender = {
  send<Q extends Queue>(queue: Q, message: MessageOf<Q>, options?: { delaySeconds?: number }): Promise<void>;
  holdBack(queue: Queue, receiptHandle: string, seconds: number): Promise<void>;
};

export class MessageRefused extends Error {
  constructor({ name }: Queue, reason: 'schema' | 'content' | 'size', cause?: unknown) {
    super(`The queue ${name} does not accept this message (${reason}).`, { cause });
    this.name = 'MessageRefused';
  }
}
