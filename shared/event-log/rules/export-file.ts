import { hours } from '#shared/values/durations.ts';

/** The bucket's lifecycle removes the file. */
export const fileDays = 7;

/** The message of an older export ran out of tries long before. */
const maxHours = 24;

export const isAbandoned = (
  { completedAt, createdAt }: { completedAt?: string; createdAt: string },
  now: number,
) => !completedAt && now - Date.parse(createdAt) > hours(maxHours);

export const exportFile = ({ accountId, id }: { accountId: number; id: string }) =>
  `exports/${accountId}/${id}.ndjson.gz`;
