import type { User } from '#shared/accounts/rules/users.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';

/**
 * Limits of an operation with a vendor's price: per hour for a verified user, and per day for an unverified
 * user.
 */
export type PaidAllowance = { perHour: number; unverifiedPerDay: number };

/**
 * The limit of a paid operation for a user. Unverified accounts have a lower limit, because they cost nothing
 * to create.
 */
export const paidLimit = (
  name: string,
  { perHour, unverifiedPerDay }: PaidAllowance,
  { emailVerified }: Pick<User, 'emailVerified'>,
): RateLimit =>
  emailVerified
    ? { name, limit: perHour, windowSeconds: hourInSeconds }
    : { name: `unverified-${name}`, limit: unverifiedPerDay, windowSeconds: daysInSeconds(1) };
