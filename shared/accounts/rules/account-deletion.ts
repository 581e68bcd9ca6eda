import { days } from '#shared/values/durations.ts';

/** An account's wish to go. Times are ISO 8601 in UTC. */
export type AccountDeletion = { requestedAt: string; eraseAt: string };

/** How long a deleted account can be restored. */
export const graceDays = 30;

export const deletionFrom = (now: number): AccountDeletion => ({
  requestedAt: new Date(now).toISOString(),
  eraseAt: new Date(now + days(graceDays)).toISOString(),
});
