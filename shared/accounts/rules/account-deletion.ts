import { days, minutes } from '#shared/values/durations.ts';

/** A request to delete an account. Times are ISO 8601 in UTC. */
export type AccountDeletion = { requestedAt: string; eraseAt: string };

/** Days in which a deleted account can be restored. */
export const graceDays = 30;

/** The maximum age of a sign-in (in minutes) with which an account without a password can delete itself. */
export const freshMinutes = 10;

export const isFreshSignIn = (signedInAt: number, now: number) => now - signedInAt <= minutes(freshMinutes);

export const deletionFrom = (now: number): AccountDeletion => ({
  requestedAt: new Date(now).toISOString(),
  eraseAt: new Date(now + days(graceDays)).toISOString(),
});
