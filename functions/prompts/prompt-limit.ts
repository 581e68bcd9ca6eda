import type { RateLimit } from '#shared/data/rate-limits.ts';

/** Every prompt is paid for, whatever it costs in credits. */
export const promptLimit = (perHour: number): RateLimit => ({
  name: 'image-prompts',
  limit: perHour,
  windowSeconds: 3600,
});
