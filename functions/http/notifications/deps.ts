import { activityLog, depsOf, tokens, users } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { notificationsIn } from '#shared/notifications/store/notifications.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, accounts, attribution } = context;
  return {
    ...depsOf(context, { users, activityLog, tokens }),
    notifications: notificationsIn(accounts(), { now }),
    nudges: nudgesIn(accounts(), { now }),
    ...mailDepsOf(context),
    webhookEndpoints: webhookEndpointsIn(attribution(), { now }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    webhooksToThisMachine: env.STAGE === 'local' && env.WEBHOOKS_TO_THIS_MACHINE,
    nudgeDelaySeconds: env.NUDGE_DELAY_SECONDS,
    adsStudioNotifications: env.ADS_STUDIO_NOTIFICATIONS,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
