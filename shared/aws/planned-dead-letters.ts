import type { QueueName } from '#shared/messages/queues.ts';
import { planEffect } from '#shared/store/dry-run.ts';
import type { DeadLetters, FailureQueue, Moved } from './dead-letters.ts';

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
    // The stream determines the changes of a failure.
    each: (queue) => plannedAs('redrive', queue),
  };
}
