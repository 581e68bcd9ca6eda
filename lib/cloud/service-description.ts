import { type JobDescription, jobs } from '#functions/jobs.ts';
import { served, streamedFunctions } from '#functions/served.ts';
import { type QueueDescription, queues } from '#shared/messages/queues.ts';
import { type TableDescription, tables } from '#shared/store/tables.ts';
import { type ServiceFunction, serviceFunctions } from './functions.ts';

/** Bytes from which both hosts compress a response for callers that accept gzip. */
export const minCompressionBytes = 10_240;

/**
 * Everything that the stack contains. Constructs take it as an argument, so that tests can pass another
 * description.
 */
export type ServiceDescription = {
  served: Record<string, Record<string, { method: string; path: string }>>;
  streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>>;
  /** The function for requests without an endpoint. */
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
