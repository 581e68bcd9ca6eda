import { recountQueue } from '#shared/event-log/queues.ts';
import type { Recount } from '#shared/reports/rules/recounts.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const recountJob = 'recount_events';

export const recountSegments = 4;

export type RecountParameters = Pick<Recount, 'from' | 'to'> & {
  accountId: AccountId;
  otherAccountIds?: readonly number[];
};

export const accountsOf = ({ accountId, otherAccountIds = [] }: RecountParameters): readonly number[] => [accountId, ...otherAccountIds];

export const recountOrder = (id: string, parameters: RecountParameters): SingleRun => ({
  id,
  job: recountJob,
  queue: recountQueue,
  parameters,
  shards: recountSegments,
});
