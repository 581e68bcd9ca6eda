import { apiKeysIn } from '#shared/data/api-keys.ts';
import { identitiesIn } from '#shared/data/identities.ts';
import { pixelEventsIn } from '#shared/data/pixel-events.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { pixelLimiterOf } from '#shared/make-deps/event-limiters.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of what browsers call: as lean. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
