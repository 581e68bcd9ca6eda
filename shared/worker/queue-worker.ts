import { type Message, type QueueName, queues } from '#shared/messages/queues.ts';
import { type QueueDeps, type QueueHandler, queueBatchWorker } from './queue-batch-worker.ts';

export type { QueueHandler };

export const queueWorker = <Q extends QueueName, D extends QueueDeps>(
  name: Q,
  makeDeps: () => D,
  /** A message that was received for the last time becomes a dead letter, so its work fails with a reason. */
  handle: (message: Message<Q>, deps: D, isLastReceive: boolean) => Promise<void>,
): QueueHandler =>
  queueBatchWorker(name, makeDeps, (messages, deps, receives) =>
    Promise.all(
      messages.map(async (message, at) => {
        try {
          await handle(message, deps, (receives[at] ?? 1) >= queues[name].maxReceives);
          return null;
        } catch (error) {
          return { error: error as Error };
        }
      }),
    ),
  );
