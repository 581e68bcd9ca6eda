import { planEffect } from '#shared/store/dry-run.ts';
import type { DeadLetters, Moved } from './dead-letters.ts';

export function plannedDeadLetters(deadLetters: DeadLetters): DeadLetters {
  const plannedAs = async (kind: string, queue: string): Promise<Moved> => {
    const count = await deadLetters.dead(queue);
    for (let each = 0; each < count; each++) planEffect({ kind, name: queue });
    return { count, isEmpty: true };
  };
  return {
    ...deadLetters,
    sendBack: (queue) => plannedAs('redrive', queue),
    remove: (queue) => plannedAs('delete', queue),
    // The changes of a stream's failure depend on the stream, so a dry run only counts them.
    each: (queue) => plannedAs('redrive', queue),
  };
}
