import type { AccountDeletion } from '#shared/accounts/rules/users.ts';
import { days, minutes } from '#shared/values/durations.ts';

export const graceDays = 30;

export const freshMinutes = 10;

export const isFreshSignIn = (signedInAt: number, now: number) => now - signedInAt <= minutes(freshMinutes);

export const deletionFrom = (now: number): AccountDeletion => ({
  requestedAt: new Date(now).toISOString(),
  eraseAt: new Date(now + days(graceDays)).toISOString(),
});
