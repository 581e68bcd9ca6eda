import type { QueueName } from '#shared/messages/queues.ts';
import { planEffect } from '#shared/store/dry-run.ts';
import type { DeadLetters, FailureQueue, Moved } from './dead-letters.ts';

/** Dead letters in a dry run: they are counted, and stay where they are. */
export function plannedDeadLetters(deadLetters: DeadLetters): DeadLetters {
  const plannedAs = async (kind: string, queue: QueueName | FailureQueue): Promise<Moved> => {
    const count = await deadLetters.dead(queue);
    for (let each = 0; each < count; each++) planEffect({ kind, name: queue });
    return { count, isEmpty: true };
  };
  return {
    ...deadLetters,
    sendBack: (queue) => plannedAs('redrive', queue),
    remove: (queue) => plannedAs('delete', queue),
    // What a failure's work would change depends on the stream, so that it is not tried.
    each: (queue) => plannedAs('redrive', queue),
  };
}
