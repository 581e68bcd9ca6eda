import { hours } from '#shared/values/durations.ts';

/** How long a file is kept: the lifecycle of the bucket. */
export const fileDays = 7;

/** An export that is not written by then never will be: its message ran out of tries long before. */
const maxHours = 24;

export const isAbandoned = (
  { completedAt, createdAt }: { completedAt?: string; createdAt: string },
  now: number,
) => !completedAt && now - Date.parse(createdAt) > hours(maxHours);

/** Where an export's file lies: one name per export, so that there is never a second file of it. */
export const exportFile = ({ accountId, id }: { accountId: number; id: string }) =>
  `exports/${accountId}/${id}.ndjson.gz`;
