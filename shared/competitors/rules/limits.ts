import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

export const pageLookUpsLimit: RateLimit = {
  name: 'page-look-ups',
  limit: 60,
  windowSeconds: hourInSeconds,
};
