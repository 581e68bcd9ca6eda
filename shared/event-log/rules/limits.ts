import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds, hourInSeconds } from '#shared/values/durations.ts';

/** Files and lists of the event log cover at most a quarter of a year. */
export const maxEventDays = 92;
export const usualEventDays = 7;
/** A report links to at most this many days of the event log. */
export const maxLinkedDays = 31;

export const replayableDays = 14;
/** The stored JSON of a rejected event has at most this many bytes. */
export const maxKeptBytes = 8192;

/** A worker writes an account's exports in sequence, so this limit bounds their queue. */
export const eventExportsLimit: RateLimit = {
  name: 'event-exports',
  limit: 20,
  windowSeconds: hourInSeconds,
};
export const accountExportsLimit: RateLimit = {
  name: 'account-exports',
  limit: 3,
  windowSeconds: dayInSeconds,
};
