import { streamedFunctions } from '#functions/http.ts';
import { type JobDescription, jobs } from '#functions/jobs.ts';
import { queues } from '#functions/queues.ts';
import { served } from '#functions/served.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { type TableDescription, tables } from '#shared/store/tables.ts';
import { type ServiceFunction, serviceFunctions } from './functions.ts';

export const minCompressionBytes = 10_240;

export type ServiceDescription = {
  served: Record<string, Record<string, { method: string; path: string }>>;
  streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>>;
  unroutedFunction: string;
  tables: Record<string, TableDescription>;
  queues: Record<string, Omit<Queue, 'message'>>;
  jobs: Record<string, JobDescription>;
  functions: readonly ServiceFunction[];
};

export const service: ServiceDescription = {
  served,
  streamedFunctions,
  unroutedFunction: 'docs',
  tables,
  queues,
  jobs,
  functions: serviceFunctions,
};
