import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds, hourInSeconds } from '#shared/values/durations.ts';

export const maxSessions = 20;
/** The tokens of a session can be refreshed for this number of days after its sign-in. */
export const sessionDays = 30;

/** Every request mails an address that the caller chooses, so requests are limited. */
export const emailChangesLimit: RateLimit = {
  name: 'email_changes',
  limit: 5,
  windowSeconds: hourInSeconds,
};
/** An address gets a mail about wrong codes at most once a day. */
export const guessingMailsLimit: RateLimit = {
  name: 'guessing_mails',
  limit: 1,
  windowSeconds: dayInSeconds,
};
/** Every request calls the identity provider, so requests are limited. */
export const idpCodesLimit: RateLimit = { name: 'idp_codes', limit: 120, windowSeconds: hourInSeconds };
