import { accountSettingsIn } from '#shared/data/account-settings.ts';
import { activityIn } from '#shared/data/activity.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import { erasuresIn } from '#shared/data/erasures.ts';
import { eventIndexIn } from '#shared/data/event-index.ts';
import { eventLogIn } from '#shared/data/event-log.ts';
import { exportsIn } from '#shared/data/exports.ts';
import { identitiesIn } from '#shared/data/identities.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import { totalsIn } from '#shared/data/totals.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { objectStore, queueSender } from '#shared/make-deps/sending.ts';
import { viewDepsOf } from '#shared/make-deps/view.ts';

/** The dependencies of the endpoints of attribution, from the configuration. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, secrets, accounts, attribution } = based;
  return {
    ...viewDepsOf(based),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    totals: totalsIn(attribution(), { now }),
    activity: activityIn(attribution(), { now }),
    eventIndex: eventIndexIn(attribution()),
    identities: identitiesIn(attribution()),
    accountSettings: accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    erasures: erasuresIn(attribution(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    exports: exportsIn(attribution(), { now }),
    objects: objectStore(env),
    queues: queueSender(env, host),
    secrets,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
