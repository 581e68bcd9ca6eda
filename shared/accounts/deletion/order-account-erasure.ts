import { accountErasureQueue } from '#shared/accounts/queues.ts';
import { tableNames } from '#shared/store/tables.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';

export const accountErasureJob = 'erase_deleted_accounts';

export const erasureSegments = 2;

export type AccountErasureParameters = { userIds: readonly number[] };

export const accountErasureOrder = (id: string, userIds: readonly number[]): SingleRun => ({
  id,
  job: accountErasureJob,
  queue: accountErasureQueue,
  parameters: { userIds } satisfies AccountErasureParameters,
  shards: tableNames.length * erasureSegments,
});
