import { hourInSeconds } from '#shared/values/durations.ts';
import type { RateLimit } from './rate-limits.ts';

/** A file is work before anything is accepted, so refused files and dry runs count. */
export const parsedFilesLimit: RateLimit = {
  name: 'parsed-files',
  limit: 120,
  windowSeconds: hourInSeconds,
};
