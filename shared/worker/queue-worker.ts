import type { MessageOf, Queue } from '#shared/messages/queue.ts';
import { type QueueDeps, type QueueHandler, queueBatchWorker } from './queue-batch-worker.ts';

export type { QueueHandler };

export const queueWorker = <Q extends Queue, D extends QueueDeps>(
  queue: Q,
  makeDeps: () => D,
  /** A message that was received for the last time becomes a dead letter, so its work fails with a reason. */
  handle: (message: MessageOf<Q>, deps: D, isLastReceive: boolean) => Promise<void>,
): QueueHandler =>
  queueBatchWorker(queue, makeDeps, (messages, deps, receives) =>
    Promise.all(
      messages.map(async (message, at) => {
        try {
          await handle(message, deps, (receives[at] ?? 1) >= queue.maxReceives);
          return null;
        } catch (error) {
          return { error: error as Error };
        }
      }),
    ),
  );
