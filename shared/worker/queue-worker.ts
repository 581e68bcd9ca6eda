import type { Message, QueueName } from '#shared/messages/queues.ts';
import { type QueueDeps, type QueueHandler, queueBatchWorker } from './queue-batch-worker.ts';

export type { QueueHandler };

export const queueWorker = <Q extends QueueName, D extends QueueDeps>(
  name: Q,
  makeDeps: () => D,
  handle: (message: Message<Q>, deps: D) => Promise<void>,
): QueueHandler =>
  queueBatchWorker(name, makeDeps, (messages, deps) =>
    Promise.all(
      messages.map(async (message) => {
        try {
          await handle(message, deps);
          return null;
        } catch (error) {
          return { error: error as Error };
        }
      }),
    ),
  );
