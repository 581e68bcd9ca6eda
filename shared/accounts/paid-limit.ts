import type { User } from '#shared/accounts/rules/users.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';

/** How often a verified user may begin an operation that we pay a vendor for, an hour, and an unverified one, a day. */
export type PaidAllowance = { perHour: number; unverifiedPerDay: number };

/** The limit of a paid operation for a user: an account that nobody has verified costs nothing to make. */
export const paidLimit = (
  name: string,
  { perHour, unverifiedPerDay }: PaidAllowance,
  { emailVerified }: Pick<User, 'emailVerified'>,
): RateLimit =>
  emailVerified
    ? { name, limit: perHour, windowSeconds: hourInSeconds }
    : { name: `unverified-${name}`, limit: unverifiedPerDay, windowSeconds: daysInSeconds(1) };
