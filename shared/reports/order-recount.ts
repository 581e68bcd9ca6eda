import type { Recount } from '#shared/reports/rules/recounts.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';

export const recountJob = 'recount_events';

/** The table's parts are read in parallel. */
export const recountSegments = 4;

export type RecountParameters = Pick<Recount, 'from' | 'to'> & {
  accountId: number;
  /** These accounts are recounted in the same pass through the table. */
  otherAccountIds?: readonly number[];
};

export const accountsOf = ({ accountId, otherAccountIds = [] }: RecountParameters): readonly number[] => [
  accountId,
  ...otherAccountIds,
];

export const recountOrder = (id: string, parameters: RecountParameters): SingleRun => ({
  ...{ id, job: recountJob, queue: 'recount', parameters, shards: recountSegments },
});
