import { accountSettingsIn } from '#shared/data/account-settings.ts';
import { activityIn } from '#shared/data/activity.ts';
import { activityNamesIn } from '#shared/data/activity-names.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conflictAlertsIn } from '#shared/data/conflict-alerts.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import { eventIndexIn } from '#shared/data/event-index.ts';
import { eventLogIn } from '#shared/data/event-log.ts';
import { identitiesIn } from '#shared/data/identities.ts';
import { recountsIn } from '#shared/data/recounts.ts';
import type { Table } from '#shared/data/table.ts';
import { tombstonesIn } from '#shared/data/tombstones.ts';
import { totalsIn } from '#shared/data/totals.ts';
import type { Env } from '#shared/env.ts';
import type { Sender } from '#shared/ports/sender.ts';

/** What follows from the events of an attribution table is written with these. */
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
  const cacheSeconds = env.KEY_CACHE_SECONDS;
  return {
    now,
    queues,
    keys: apiKeysIn(table, { now, cacheSeconds }),
    clicks: clicksIn(table),
    conversions: conversionsIn(table),
    totals: totalsIn(table, { now }),
    activity: activityIn(table, { now }),
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
