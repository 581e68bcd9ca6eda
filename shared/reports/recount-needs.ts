import { keys } from '#shared/api-keys/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { accountSettings, clicks, conversions, eventIndex, identities } from '#shared/conversions/needs.ts';
import { eventLog, tombstones } from '#shared/event-log/needs.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { activity, activityNames, recounts, totals } from './needs.ts';

/** A recount counts and matches stored events as the projections count and match new events. */
export const recountNeeds = {
  accountSettings,
  activity,
  activityNames,
  clicks,
  conversions,
  eventIndex,
  eventLog,
  identities,
  keys,
  queues,
  recounts,
  tombstones,
  totals,
};
type Made = DepsOf<typeof recountNeeds>;
export type RecountDeps = Pick<Made, Exclude<keyof typeof recountNeeds, 'queues'> | 'now'> & {
  queues: Pick<Sender, 'send'>;
};
