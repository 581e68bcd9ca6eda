import { fileURLToPath } from 'node:url';
import { type Access, access, type FunctionName } from '#functions/access.ts';
import { groups, streamedGroups } from '#functions/groups.ts';
import { jobs } from '#functions/jobs.ts';
import { tableNames, tables } from '#shared/data/tables.ts';
import { queueNames, queues } from '#shared/queues.ts';

export type ServiceFunction = {
  name: string;
  /** The source file whose `handler` export is the Lambda handler. */
  entry: string;
  timeoutSeconds: number;
  memoryMb: number;
  access: Access;
};

/** API Gateway ends a request after 29 seconds, unless its answer is streamed. */
const httpTimeoutSeconds = 29;

/** Every function of the service, gathered from the groups, queues, stream consumers and jobs. */
export const serviceFunctions: readonly ServiceFunction[] = gather();

function gather(): ServiceFunction[] {
  const timeouts = new Map<string, number>();
  const add = (name: string, seconds: number) =>
    timeouts.set(name, Math.max(seconds, timeouts.get(name) ?? 0));
  for (const name of Object.keys(groups))
    add(name, streamedGroups[name]?.timeoutSeconds ?? httpTimeoutSeconds);
  for (const queue of queueNames) add(queues[queue].function, queues[queue].timeoutSeconds);
  for (const table of tableNames)
    for (const consumer of tables[table].stream) add(consumer.function, consumer.timeoutSeconds);
  for (const job of Object.values(jobs)) add(job.function, job.timeoutSeconds);
  return [...timeouts].map(([name, timeoutSeconds]) => {
    const granted: Access = access[name as FunctionName] ?? {};
    const entry = fileURLToPath(new URL(`../functions/${name}/index.ts`, import.meta.url));
    return { name, entry, timeoutSeconds, memoryMb: granted.memoryMb ?? 1024, access: granted };
  });
}
