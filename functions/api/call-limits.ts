import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

/** A file is work before anything is accepted, so refused files and dry runs count. */
export const parsedFilesLimit: RateLimit = {
  ...{ name: 'parsed-files', limit: 120, windowSeconds: hourInSeconds },
};

/** Each of these writes replaces lists of up to some megabytes. */
export const listWritesLimit: RateLimit = {
  ...{ name: 'list-writes', limit: 120, windowSeconds: hourInSeconds },
};
