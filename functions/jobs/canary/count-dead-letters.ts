import { failureQueues } from '#functions/failures.ts';
import { queueNames } from '#functions/queues.ts';
import { log, metricLine } from '#shared/log.ts';
import type { Deps } from './needs.ts';

/**
 * A single metric covers all queues, because an alarm per queue would cost more than all other alarms. Throws
 * when a queue cannot be counted.
 */
export async function countDeadLetters({ deadLetters }: Pick<Deps, 'deadLetters'>): Promise<number> {
  const names = [...queueNames, ...failureQueues];
  const counts = await Promise.all(names.map((name) => deadLetters.dead(name)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  metricLine({}, { dead_letters: [total, 'Count'] }, {});
  const queues = names.flatMap((name, at) => (counts[at] ? [`${name}: ${counts[at]}`] : []));
  if (total > 0) log.warn('dead letters', { queues });
  return total;
}
