import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

/** A check reads another person's website, so checks are limited. */
export const siteChecksLimit: RateLimit = { name: 'site-checks', limit: 60, windowSeconds: hourInSeconds };
/** A check looks up this many of the keys that it finds. */
export const maxCheckedKeys = 5;
