import { keys } from '#shared/api-keys/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import {
  accountSettings,
  clicks,
  conflictAlerts,
  conversions,
  eventIndex,
  identities,
} from '#shared/conversions/needs.ts';
import { eventLog, tombstones } from '#shared/event-log/needs.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { activity, activityNames, recounts, scale, totals } from './needs.ts';

/** What the projections of events use. */
export const projectionNeeds = {
  accountSettings,
  activity,
  activityNames,
  clicks,
  conflictAlerts,
  conversions,
  eventIndex,
  eventLog,
  identities,
  keys,
  queues,
  recounts,
  scale,
  tombstones,
  totals,
};
type Made = DepsOf<typeof projectionNeeds>;
export type ProjectionDeps = Pick<Made, Exclude<keyof typeof projectionNeeds, 'queues'> | 'now'> & {
  queues: Pick<Sender, 'send'>;
};
