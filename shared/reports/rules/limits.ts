import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { minuteInSeconds } from '#shared/values/durations.ts';

export const defaultReportDays = 30;
export const maxReportDays = 731;
export const maxCountersRead = 100_000;
/** A report of conversions over more days reads a bounded number of counters. */
export const unboundedReportDays = 366;

/** A report may read thousands of counters, and a read-only key is made to be given away. */
export const reportLimit: RateLimit = { name: 'reports', limit: 600, windowSeconds: minuteInSeconds };
