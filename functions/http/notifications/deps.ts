import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { mailLogIn } from '#shared/mail/store/mail-log.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';
import { notificationsIn } from '#shared/notifications/store/notifications.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, secrets, accounts, attribution } = createContext(host);
  return {
    now,
    users: usersIn(accounts()),
    notifications: notificationsIn(accounts(), { now }),
    nudges: nudgesIn(accounts(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    suppressions: suppressionsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    mailLog: mailLogIn(accounts(), { now }),
    activityLog: activityLogIn(accounts()),
    webhookEndpoints: webhookEndpointsIn(attribution(), { now, cacheSeconds: 0 }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    webhooksToThisMachine: env.STAGE === 'local' && env.WEBHOOKS_TO_THIS_MACHINE,
    secrets,
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    nudgeDelaySeconds: env.NUDGE_DELAY_SECONDS,
    adsStudioNotifications: env.ADS_STUDIO_NOTIFICATIONS,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
