import { days, minutes } from '#shared/values/durations.ts';

/** An account's wish to go. Times are ISO 8601 in UTC. */
export type AccountDeletion = { requestedAt: string; eraseAt: string };

/** How long a deleted account can be restored. */
export const graceDays = 30;

/** How old the sign-in of an account without a password may be when it deletes itself. */
export const freshMinutes = 10;

export const isFreshSignIn = (signedInAt: number, now: number) => now - signedInAt <= minutes(freshMinutes);

export const deletionFrom = (now: number): AccountDeletion => ({
  requestedAt: new Date(now).toISOString(),
  eraseAt: new Date(now + days(graceDays)).toISOString(),
});
