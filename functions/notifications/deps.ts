import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { notificationsIn } from '#shared/data/notifications.ts';
import { nudgesIn } from '#shared/data/nudges.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of notifications. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { env, now, secrets, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    notifications: notificationsIn(accounts(), { now }),
    nudges: nudgesIn(accounts(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    nudgeDelaySeconds: env.NUDGE_DELAY_SECONDS,
    adsStudioNotifications: env.ADS_STUDIO_NOTIFICATIONS,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
