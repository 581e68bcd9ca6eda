import type { ProjectionDeps } from '#shared/deps.ts';
import type { Session } from '#shared/domain/attribution.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { addToTotals } from './add-to-totals.ts';
import { conversionChanges } from './conversion-changes.ts';
import { countActivity } from './count-activity.ts';
import { matchLate } from './match-late.ts';

/**
 * Everything that follows from what the attribution table took in: totals, activity counters, indexes, the event log
 * and late matches. DynamoDB lets two consumers read a stream, so one does it all; each part bears redelivery.
 */
export async function project(batch: Batch, deps: ProjectionDeps): Promise<void> {
  const { shardId, changes } = batch;
  if (!shardId) throw new Error('Counters need the shard id: is needsShardId set for this consumer?');
  const conversions = conversionChanges(changes);
  const newSessions = changes.flatMap(({ before, after }) =>
    after?.kind === 'session' && !before ? [after as unknown as Session] : [],
  );
  // In an event's order: the last state of each is what stays.
  const shown = conversions
    .filter(({ before, after }) => !before || (after.matchedAt && !before.matchedAt))
    .map(({ after }) => after);
  await Promise.all([
    addToTotals(batch, deps),
    countActivity(batch, deps),
    deps.eventLog.accepted(shown),
    // An event is in the index before its click is looked for, and a click is stored before its events are: so the
    // later of the two finds the other.
    deps.eventIndex.add(shown).then(() => matchLate(conversions, newSessions, deps)),
  ]);
}
