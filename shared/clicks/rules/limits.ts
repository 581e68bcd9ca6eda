import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds } from '#shared/values/durations.ts';

/** A verdict waits this long for the visitor's interaction. */
export const interactionMinutes = 30;
/** A click ID that so many networks send belongs to no single click. */
export const sharedId = { networks: 3, hours: 24 };
/** People of one network do not click an ad this often. */
export const flood = { clicks: 20, minutes: 10 };
/** The keys that hash networks are destroyed after this number of days. */
export const networkKeyDays = 30;
export const maxDryRunClicks = 10_000;

export const channelRulesLimit: RateLimit = { name: 'channel-rules', limit: 1, windowSeconds: dayInSeconds };
export const channelRulesDryLimit: RateLimit = {
  name: 'channel-rules-dry-runs',
  limit: 20,
  windowSeconds: dayInSeconds,
};
/** Two applications a day let an account apply its rules and take them back on the same day. */
export const trafficRulesLimit: RateLimit = { name: 'traffic-rules', limit: 2, windowSeconds: dayInSeconds };
export const appliedDryLimit: RateLimit = {
  name: 'traffic-rules-applied-dry',
  limit: 20,
  windowSeconds: dayInSeconds,
};
export const trafficRulesDryLimit: RateLimit = {
  name: 'traffic-rules-dry-runs',
  limit: 20,
  windowSeconds: dayInSeconds,
};
