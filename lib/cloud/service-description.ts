import { type JobDescription, jobs } from '#functions/jobs.ts';
import { served, streamedFunctions } from '#functions/served.ts';
import { type QueueDescription, queues } from '#shared/messages/queues.ts';
import { type TableDescription, tables } from '#shared/store/tables.ts';
import { type ServiceFunction, serviceFunctions } from './functions.ts';

/** Bytes from which an answer is compressed for callers that take gzip, in both hosts. */
export const minCompressionBytes = 10_240;

/** Everything the stack is made of. The constructs take it as an argument, so that tests can pass another one. */
export type ServiceDescription = {
  served: Record<string, Record<string, { method: string; path: string }>>;
  /** Functions whose answers are streamed, and how long they may take. */
  streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>>;
  /** The function that answers requests no endpoint matches. */
  unroutedFunction: string;
  tables: Record<string, TableDescription>;
  queues: Record<string, Omit<QueueDescription, 'message'>>;
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
