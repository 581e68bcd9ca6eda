import type { User } from '#shared/accounts/rules/users.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';

export type PaidAllowance = { perHour: number; unverifiedPerDay: number };

/** Unverified accounts cost nothing to create, so they have a lower limit. */
export const paidLimit = (
  name: string,
  { perHour, unverifiedPerDay }: PaidAllowance,
  { emailVerified }: Pick<User, 'emailVerified'>,
): RateLimit =>
  emailVerified
    ? { name, limit: perHour, windowSeconds: hourInSeconds }
    : { name: `unverified-${name}`, limit: unverifiedPerDay, windowSeconds: daysInSeconds(1) };
