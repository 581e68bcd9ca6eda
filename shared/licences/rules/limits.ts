import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds } from '#shared/values/durations.ts';

export const invitationDays = 7;
/** An invitation is sent again at most this often. */
export const resendMinutes = 10;

export const teamInvitationsLimit: RateLimit = {
  name: 'team-invitations',
  limit: 30,
  windowSeconds: dayInSeconds,
};
