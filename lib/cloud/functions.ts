import { fileURLToPath } from 'node:url';
import { type Access, access, type FunctionName } from '#functions/access.ts';
import { type HttpFunctionName, httpFunctions, streamedFunctions } from '#functions/http.ts';
import { jobs } from '#functions/jobs.ts';
import { queueNames, queues } from '#functions/queues.ts';
import { tableNames, tables } from '#shared/store/tables.ts';

export type ServiceFunction = {
  name: string;
  kind: 'answer' | 'work';
  entry: string;
  timeoutSeconds: number;
  memoryMb: number;
  access: Access;
};

/** API Gateway ends a request without a streamed response after 29 seconds. */
const httpTimeoutSeconds = 29;

export const serviceFunctions: readonly ServiceFunction[] = gather();

function gather(): ServiceFunction[] {
  const definitions = new Map<string, { folder: string; timeoutSeconds: number }>();
  const add = (folder: 'http' | 'workers' | 'jobs', name: string, seconds: number) =>
    definitions.set(name, {
      folder,
      timeoutSeconds: Math.max(seconds, definitions.get(name)?.timeoutSeconds ?? 0),
    });
  for (const name of Object.keys(httpFunctions)) add('http', name, streamedFunctions[name]?.timeoutSeconds ?? httpTimeoutSeconds);
  for (const queue of queueNames) add('workers', queues[queue].function, queues[queue].timeoutSeconds);
  for (const table of tableNames) for (const consumer of tables[table].stream) add('workers', consumer.function, consumer.timeoutSeconds);
  for (const job of Object.values(jobs)) add('jobs', job.function, job.timeoutSeconds);
  return [...definitions].map(([name, { folder, timeoutSeconds }]) => {
    const granted: Access = access[name as FunctionName] ?? {};
    const file = folder === 'http' ? `http/${httpFunctions[name as HttpFunctionName].file}` : `${folder}/${name}/index`;
    const entry = fileURLToPath(new URL(`../../functions/${file}.ts`, import.meta.url));
    const kind = folder === 'http' ? 'answer' : 'work';
    return { name, kind, entry, timeoutSeconds, memoryMb: granted.memoryMb ?? 1024, access: granted };
  });
}
