import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Message, QueueName } from '#functions/queues.ts';

/** `outdated` is about what no longer exists, and `group` is the group of `message` in a fair queue. */
export type MessageSamples = { readonly [Q in QueueName]?: { outdated: Message<Q>; message: Message<Q>; group: string | undefined } };

/** A capability may have the samples of its queues in its folder of tests. */
export async function samplesOfCapabilities(): Promise<MessageSamples> {
  const files = await Promise.all(globSync('test/*/message-samples.ts').map((file) => import(resolve(file))));
  return Object.assign({}, ...files.map(({ messageSamples }) => messageSamples));
}
