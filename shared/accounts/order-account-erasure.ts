import { tableNames } from '#shared/store/tables.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';

export const accountErasureJob = 'erase_deleted_accounts';

/** Parts of each table that are read in parallel. */
export const erasureSegments = 2;

export type AccountErasureParameters = { userIds: readonly number[] };

/** Orders the erasure of accounts in one pass over every table. */
export const accountErasureOrder = (id: string, userIds: readonly number[]): SingleRun => ({
  id,
  job: accountErasureJob,
  queue: 'account_erasure',
  parameters: { userIds } satisfies AccountErasureParameters,
  shards: tableNames.length * erasureSegments,
});
