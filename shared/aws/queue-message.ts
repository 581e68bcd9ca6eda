import type { MessageOf, Queue } from '#shared/messages/queue.ts';
import { MessageRefused } from '#shared/messages/sender.ts';
import { Unavailable } from '#shared/values/unavailable.ts';

export const maxMessageBytes = 262_144;

/** XML 1.0 allows the other characters. Surrogate pairs are escaped, because the local engine rejects them. */
const notPlain = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/g;

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export function messageBody<Q extends Queue>(queue: Q, message: MessageOf<Q>): string {
  const parsed = queue.message.safeParse(message);
  if (!parsed.success) throw new MessageRefused(queue, 'schema', parsed.error);
  const body = JSON.stringify(parsed.data).replace(notPlain, escapeUnit);
  if (Buffer.byteLength(body) > maxMessageBytes) throw new MessageRefused(queue, 'size');
  return body;
}

const refusals = /InvalidMessageContents/;
const tooLong = /must be shorter than/i;

export function queueFailure(queue: Queue, error: unknown): Error {
  const { name = '', type = '', message = '' } = error as Error & { type?: string };
  if (refusals.test(`${name} ${type}`)) return new MessageRefused(queue, 'content', error);
  if (tooLong.test(message)) return new MessageRefused(queue, 'size', error);
  return new Unavailable('queue', error);
}
