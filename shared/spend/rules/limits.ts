import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds, hourInSeconds } from '#shared/values/durations.ts';

export const maxJoinDays = 92;
export const maxAliases = 1000;
export const maxRates = 5000;
/** An exchange rate has at most this many digits on each side of its point. */
export const maxRateDigits = 12;
/** An import of more rows runs in the background. */
export const maxRowsInRequest = 2000;
export const maxImportBytes = 5 * 1_048_576;
export const uploadLinkMinutes = 15;

/** Each of these writes replaces lists of up to some megabytes. */
export const listWritesLimit: RateLimit = {
  name: 'list-writes',
  limit: 120,
  windowSeconds: hourInSeconds,
};
export const spendImportsLimit: RateLimit = {
  name: 'spend-imports',
  limit: 20,
  windowSeconds: dayInSeconds,
};
export const uploadDryLimit: RateLimit = {
  name: 'upload-dry-runs',
  limit: 60,
  windowSeconds: hourInSeconds,
};
export const uploadsLimit: RateLimit = { name: 'uploads', limit: 60, windowSeconds: hourInSeconds };
