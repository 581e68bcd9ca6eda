import { accountSettingsIn } from '#shared/data/account-settings.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import { eventLogIn } from '#shared/data/event-log.ts';
import { identitiesIn } from '#shared/data/identities.ts';
import { pixelEventsIn } from '#shared/data/pixel-events.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import type { ConversionDeps, PixelDeps } from '#shared/deps.ts';
import { tokenBuckets } from '#shared/domain/token-buckets.ts';
import { leanBase } from './base.ts';
import { ingestLimiterOf, pixelLimiterOf } from './event-limiters.ts';
import type { Host } from './host.ts';

/** The dependencies of the hot path: neither the AWS SDK nor the token library, which cost more than the work itself. */
export function makeConversionDeps(host: Host = {}): ConversionDeps {
  const { env, now, secrets, attribution } = leanBase(host);
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    identities: identitiesIn(attribution()),
    accountSettings: accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    ingestLimiter: ingestLimiterOf(env, attribution(), now),
    logBudget: tokenBuckets({ burst: 50, perSecond: 20, now }),
    secrets,
  };
}

/** The dependencies of what browsers call: as lean. */
export function makePixelDeps(host: Host = {}): PixelDeps {
  const { env, now, secrets, attribution } = leanBase(host);
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    pixelEvents: pixelEventsIn(attribution(), { retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    pixelLimiter: pixelLimiterOf(env, attribution(), now),
    identities: identitiesIn(attribution()),
    secrets,
  };
}
