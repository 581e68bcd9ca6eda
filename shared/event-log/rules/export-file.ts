import { hours } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** The bucket's lifecycle removes an export's file after seven days. */
export const fileDays = 7;

const maxHours = 24;

export const isAbandoned = ({ completedAt, createdAt }: { completedAt?: string; createdAt: string }, now: number) =>
  !completedAt && now - Date.parse(createdAt) > hours(maxHours);

/** An export that began again has another file, so a late worker of an earlier run never replaces the file of a later run. */
export const fileIdOf = ({ id, progress }: { id: string; progress?: { run?: number } }): string =>
  progress?.run ? `${id}.${progress.run}` : id;

export const exportFile = (order: { accountId: AccountId; id: string; progress?: { run?: number } }): string =>
  `exports/${order.accountId}/${fileIdOf(order)}.ndjson.gz`;
