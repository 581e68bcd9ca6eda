import { hours } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** The bucket's lifecycle removes an export's file after seven days. */
export const fileDays = 7;

const maxHours = 24;

export const isAbandoned = ({ completedAt, createdAt }: { completedAt?: string; createdAt: string }, now: number) =>
  !completedAt && now - Date.parse(createdAt) > hours(maxHours);

export const exportFile = ({ accountId, id }: { accountId: AccountId; id: string }) => `exports/${accountId}/${id}.ndjson.gz`;
