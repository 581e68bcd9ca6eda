import { accountSettingsIn } from '#shared/data/account-settings.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import { eventLogIn } from '#shared/data/event-log.ts';
import { identitiesIn } from '#shared/data/identities.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import { tokenBuckets } from '#shared/domain/token-buckets.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { ingestLimiterOf } from '#shared/make-deps/event-limiters.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of the hot path: neither the AWS SDK nor the token library, which cost more than the work itself. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
