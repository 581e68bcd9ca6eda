import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import { type TableName, tableNames, tables } from '#shared/store/tables.ts';
import { jobs } from './jobs.ts';

export type FailureSource = { kind: 'stream'; table: TableName; function: string } | { kind: 'schedule'; function: string };

export const streamFailures = (table: string, consumer: string): FailureQueue => `${table}-${consumer}-failed`;
export const scheduleFailures = (worker: string): FailureQueue => `${worker}-failed`;

export const failures: ReadonlyMap<FailureQueue, FailureSource> = new Map([
  ...tableNames.flatMap((table) =>
    tables[table].stream.map((consumer): [FailureQueue, FailureSource] => [
      streamFailures(table, consumer.function),
      { kind: 'stream', table, function: consumer.function },
    ]),
  ),
  ...Object.values(jobs)
    .filter(({ isRepeatedAnyway }) => !isRepeatedAnyway)
    .map((job): [FailureQueue, FailureSource] => [scheduleFailures(job.function), { kind: 'schedule', function: job.function }]),
]);

export const failureQueues = [...failures.keys()];
