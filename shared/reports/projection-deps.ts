import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { accountSettingsIn } from '#shared/conversions/store/account-settings.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conflictAlertsIn } from '#shared/conversions/store/conflict-alerts.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventIndexIn } from '#shared/conversions/store/event-index.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import type { Env } from '#shared/env.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { tombstonesIn } from '#shared/event-log/store/tombstones.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { activityIn } from '#shared/reports/store/activity.ts';
import { activityNamesIn } from '#shared/reports/store/activity-names.ts';
import { recountsIn } from '#shared/reports/store/recounts.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import type { Table } from '#shared/store/table.ts';

export function projectionDepsOver(
  table: Table,
  {
    env,
    now,
    queues,
  }: {
    env: Pick<Env, 'KEY_CACHE_SECONDS' | 'PIXEL_EVENTS_RETENTION_DAYS'>;
    now: () => number;
    queues: Pick<Sender, 'send'>;
  },
) {
  const scale = streamScaleIn(table, { now });
  const cacheSeconds = env.KEY_CACHE_SECONDS;
  return {
    now,
    queues,
    keys: apiKeysIn(table, { now, cacheSeconds }),
    clicks: clicksIn(table),
    conversions: conversionsIn(table),
    scale,
    totals: totalsIn(table, { now, scale }),
    activity: activityIn(table, { now, scale }),
    identities: identitiesIn(table),
    accountSettings: accountSettingsIn(table, { now, cacheSeconds }),
    eventLog: eventLogIn(table, { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    eventIndex: eventIndexIn(table),
    activityNames: activityNamesIn(table, { now }),
    conflictAlerts: conflictAlertsIn(table, { now }),
    tombstones: tombstonesIn(table),
    recounts: recountsIn(table, { now }),
  };
}

export type ProjectionDeps = ReturnType<typeof projectionDepsOver>;
