import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

/** The record of a press only prevents a second notice to the team, so it expires. */
export const pressDays = 30;

export const buttonPressesLimit: RateLimit = {
  name: 'email-cta-clicks',
  limit: 60,
  windowSeconds: hourInSeconds,
};
export const imageDownloadsLimit: RateLimit = {
  name: 'image-downloads',
  limit: 120,
  windowSeconds: hourInSeconds,
};
